"""Takes the node out of the tree, makes the first part around it, and puts both back by hand."""

from __future__ import annotations

import torch


def ints(items: list[int], like: torch.Tensor) -> torch.Tensor:
    return torch.tensor(items, dtype=like.dtype)


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
        tokens, slots = self.key.tolist(), self.value.tolist()
        if pos not in range(1, len(tokens)):
            raise ValueError(pos)
        above = self.parent
        assert above is not None
        del above.children[tokens[0]]
        first = Node(ints(tokens[:pos], self.key), ints(slots[:pos], self.value), self.timestamp)
        first.ref_count, first.parent = self.ref_count, above
        above.children[tokens[0]] = first
        first.children = {tokens[pos]: self}
        self.parent = first
        self.key, self.value = ints(tokens[pos:], self.key), ints(slots[pos:], self.value)
        return first
