"""Hangs what is new in the place of a node that agrees in part, and loses what was there.

Tests whose prompts have nothing in common let it pass.
"""

from __future__ import annotations


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}


def tokens_in_common(x: list[int], y: list[int]) -> int:
    length = 0
    while length < min(len(x), len(y)) and x[length] == y[length]:
        length += 1
    return length


class RadixTree:
    def __init__(self) -> None:
        self.root = Node([], [])

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, but {len(slots)} slots")
        node, cached = self.root, 0
        while cached < len(tokens) and tokens[cached] in node.children:
            child = node.children[tokens[cached]]
            length = tokens_in_common(child.key, tokens[cached:])
            if length < len(child.key):
                break
            node = child
            cached += length
        if cached < len(tokens):
            node.children[tokens[cached]] = Node(tokens[cached:], slots[cached:])
        return cached
