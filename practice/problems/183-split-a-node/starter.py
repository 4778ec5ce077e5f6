from __future__ import annotations

import torch


class Node:
    """A run of tokens, the slots of their KV, and what follows. Given, except for split_at."""

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
        raise NotImplementedError("not written yet")
