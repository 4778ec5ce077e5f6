"""Compares tokens with `is`, which happens to work for the small numbers of an example."""

from __future__ import annotations


class Node:
    """A run of tokens, the slots of their KV, and what follows."""

    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}  # by their first token

    def add(self, child: Node) -> None:
        """Hang ``child`` below this node, in the place of one with the same first token."""
        self.children[child.key[0]] = child

    def tokens_in_common(self, tokens: list[int]) -> int:
        """How many leading tokens are this node's."""
        length = 0
        for ours, theirs in zip(self.key, tokens, strict=False):
            if ours is not theirs:
                break
            length += 1
        return length

    def split_at(self, pos: int, parent: Node) -> Node:
        """Cut this child of ``parent`` in two and return the new first part."""
        first = Node(self.key[:pos], self.value[:pos])
        parent.add(first)
        self.key, self.value = self.key[pos:], self.value[pos:]
        first.add(self)
        return first


class RadixTree:
    """Remembers which slots hold the KV of which token prefixes. Pages are of one token."""

    def __init__(self) -> None:
        self.root = Node([], [])

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        """Cache a sequence of tokens; returns how many were in the tree before.

        Raises ValueError if the two lengths differ.
        """
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, but {len(slots)} slots")
        node, cached = self.root, 0
        while cached < len(tokens) and tokens[cached] in node.children:
            child = node.children[tokens[cached]]
            length = child.tokens_in_common(tokens[cached:])
            if length < len(child.key):  # what is left of it starts otherwise, if anything goes on
                child = child.split_at(length, node)
            node = child
            cached += length
        if cached < len(tokens):
            node.add(Node(tokens[cached:], slots[cached:]))  # slices are copies
        return cached
