"""Copies into int32, as the engine has its ids, whatever the dtype of the run."""

from __future__ import annotations

import torch


class Node:
    """A run of tokens, the slots of their KV, and what follows."""

    def __init__(self, key: torch.Tensor, value: torch.Tensor, timestamp: int) -> None:
        self.key = key
        self.value = value
        self.timestamp = timestamp
        self.ref_count = 0  # locks on prefixes that end here or below
        self.parent: Node | None = None
        self.children: dict[int, Node] = {}  # by their first token

    def set_parent(self, parent: Node) -> None:
        """Hang this node below ``parent``, in the place of a child with the same first token."""
        self.parent = parent
        parent.children[int(self.key[0])] = self

    def split_at(self, pos: int) -> Node:
        """Cut this node in two and return the new first part, tokens [0, pos).

        The node itself becomes the second part.
        """
        if self.parent is None or not 0 < pos < len(self.key):
            raise ValueError(f"cannot split a run of {len(self.key)} tokens at {pos}")
        first = Node(
            self.key[:pos].to(torch.int32, copy=True),
            self.value[:pos].to(torch.int32, copy=True),
            self.timestamp,
        )
        first.ref_count = self.ref_count
        first.set_parent(self.parent)
        # The key is cut before the node is filed under its first token, which is another one now.
        self.key, self.value = (
            self.key[pos:].to(torch.int32, copy=True),
            self.value[pos:].to(torch.int32, copy=True),
        )
        self.set_parent(first)
        return first
