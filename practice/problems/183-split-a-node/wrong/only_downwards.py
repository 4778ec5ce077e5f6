"""Links parents to children only: a lock, which walks up, misses the first part."""

from __future__ import annotations

import torch


class Node:
    def __init__(self, key: torch.Tensor, value: torch.Tensor, timestamp: int) -> None:
        self.key = key
        self.value = value
        self.timestamp = timestamp
        self.ref_count = 0
        self.parent: Node | None = None
        self.children: dict[int, Node] = {}

    def set_parent(self, parent: Node) -> None:
        self.parent = parent
        parent.children[int(self.key[0])] = self

    def split_at(self, pos: int) -> Node:
        if self.parent is None or not 0 < pos < len(self.key):
            raise ValueError(f"cannot split at {pos}")
        first = Node(self.key[:pos].clone(), self.value[:pos].clone(), self.timestamp)
        first.ref_count = self.ref_count
        self.parent.children[int(first.key[0])] = first
        self.key, self.value = self.key[pos:].clone(), self.value[pos:].clone()
        first.children[int(self.key[0])] = self
        return first
