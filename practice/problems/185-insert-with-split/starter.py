from __future__ import annotations


class Node:
    """A run of tokens, the slots of their KV, and what follows. Given."""

    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}  # by their first token


class RadixTree:
    """Remembers which slots hold the KV of which token prefixes. Pages are of one token."""

    def __init__(self) -> None:
        self.root = Node([], [])

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        """Cache a sequence of tokens; returns how many were in the tree before.

        Raises ValueError if the two lengths differ.
        """
        raise NotImplementedError("not written yet")
