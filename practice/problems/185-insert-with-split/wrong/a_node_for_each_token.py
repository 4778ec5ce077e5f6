"""Makes a node for each token: a trie, and not a radix tree, which keeps runs together."""

from __future__ import annotations


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}


class RadixTree:
    def __init__(self) -> None:
        self.root = Node([], [])

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, but {len(slots)} slots")
        node, cached = self.root, 0
        for token, slot in zip(tokens, slots, strict=True):
            if token in node.children:
                cached += 1
            else:
                node.children[token] = Node([token], [slot])
            node = node.children[token]
        return cached
