from __future__ import annotations


class Node:
    """A run of tokens and the slots of their KV; given, leave it as it is."""

    def __init__(
        self,
        parent: Node | None,
        tokens: list[int],
        slots: list[int],
        timestamp: int,
        ref_count: int = 0,
    ) -> None:
        self.parent = parent
        self.tokens = tokens
        self.slots = slots
        self.timestamp = timestamp  # when it was last used
        self.ref_count = ref_count  # locks on it and below it
        self.children: dict[int, Node] = {}  # by their first token
        if parent is not None:
            parent.children[tokens[0]] = self

    def __repr__(self) -> str:
        return f"Node({self.tokens}, {self.slots})"


def evict(root: Node, size: int) -> list[int]:
    """Take out at least ``size`` tokens, oldest leaves first; return their slots in that order.

    Raises RuntimeError, with nothing changed, if fewer than ``size`` tokens are unlocked.
    """
    raise NotImplementedError("not written yet")
