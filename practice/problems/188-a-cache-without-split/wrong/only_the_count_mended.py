"""Counts whole pages now, but what forks still hangs below the run from which it forks."""

from __future__ import annotations


class Node:
    """A run of tokens and the slots of their KV."""

    def __init__(self, tokens: list[int], slots: list[int]) -> None:
        self.tokens = tokens
        self.slots = slots
        self.children: dict[tuple[int, ...], Node] = {}  # by their first page


class PrefixCache:
    """Which slots hold the KV of which prefixes, in whole pages."""

    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        self.root = Node([], [])

    def match(self, tokens: list[int]) -> tuple[int, list[int]]:
        """The length of the longest cached prefix, and its slots."""
        _, length, slots = self._walk(tokens)
        return length, slots

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        """Cache the whole pages of ``tokens``; return how many tokens were cached before."""
        whole = len(tokens) // self.page_size * self.page_size
        node, length, _ = self._walk(tokens)
        if length < whole:
            self._hang(Node(tokens[length:whole], slots[length:whole]), node)
        return length

    def _walk(self, tokens: list[int]) -> tuple[Node, int, list[int]]:
        """The last node that matches, the length that matches, and the slots on the way."""
        node, length, slots = self.root, 0, list[int]()
        while True:
            rest = tokens[length:]
            child = node.children.get(self._page(rest))
            if child is None:
                return node, length, slots
            same = common_length(child.tokens, rest) // self.page_size * self.page_size
            slots.extend(child.slots[:same])
            length += same
            node = child
            if same < len(child.tokens):
                return node, length, slots

    def _hang(self, node: Node, parent: Node) -> None:
        parent.children[self._page(node.tokens)] = node

    def _page(self, tokens: list[int]) -> tuple[int, ...]:
        return tuple(tokens[: self.page_size])


def common_length(one: list[int], other: list[int]) -> int:
    """How many tokens the two begin with alike."""
    for length, (token, its) in enumerate(zip(one, other, strict=False)):
        if token != its:
            return length
    return min(len(one), len(other))
