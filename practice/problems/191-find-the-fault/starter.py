from __future__ import annotations


class Node:
    """A run of tokens and the slots of their KV; given, leave it as it is."""

    def __init__(self, tokens: list[int], slots: list[int]) -> None:
        self.tokens = tokens
        self.slots = slots
        self.ref_count = 0
        self.parent: Node | None = None
        self.children: dict[tuple[int, ...], Node] = {}


def check_integrity(root: Node, page_size: int, evictable_size: int, protected_size: int) -> None:
    """Recount everything. Raises RuntimeError if anything does not add up."""
    raise NotImplementedError("not written yet")
