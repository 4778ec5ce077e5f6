"""Does not insert what forks within a run: no wrong slots any more, and no reuse either."""

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
        _, slots = self._walk(tokens)
        return len(slots), slots

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        """Cache the whole pages of ``tokens``; return how many tokens were cached before."""
        whole = len(tokens) // self.page_size * self.page_size
        node, found = self._walk(tokens)
        if node is not None and len(found) < whole:
            leaf = Node(tokens[len(found) : whole], slots[len(found) : whole])
            self._hang(leaf, node)
        return len(found)

    def _walk(self, tokens: list[int]) -> tuple[Node | None, list[int]]:
        """The node with which the longest cached prefix ends, and the slots on the way to it."""
        node, slots = self.root, list[int]()
        while True:
            rest = tokens[len(slots) :]
            child = node.children.get(self._page(rest))
            if child is None:
                return node, slots
            same = common_length(child.tokens, rest) // self.page_size * self.page_size
            slots.extend(child.slots[:same])
            if same < len(child.tokens):
                return None, slots
            node = child

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
