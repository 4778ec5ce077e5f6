from __future__ import annotations

from collections.abc import Hashable


class Node:
    """A run of tokens, the slots of their KV, and what follows. Given."""

    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}  # by their first page


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    """How many leading tokens are cached, in whole pages, and their slots. Only reads."""
    raise NotImplementedError("not written yet")
