"""Inserts into a child what is left below it; each level looks only at its own children."""

from __future__ import annotations

import itertools


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        if not tokens:
            return 0
        child = self.children.get(tokens[0])
        if child is None:
            self.children[tokens[0]] = Node(list(tokens), list(slots))
            return 0
        pairs = zip(child.key, tokens, strict=False)
        length = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
        if length < len(child.key):
            tail = Node(child.key[length:], child.value[length:])
            tail.children, child.children = child.children, {child.key[length]: tail}
            del child.key[length:], child.value[length:]
        return length + child.insert(tokens[length:], slots[length:])


class RadixTree:
    def __init__(self) -> None:
        self.root = Node([], [])

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError("the lists differ in length")
        return self.root.insert(tokens, slots)
