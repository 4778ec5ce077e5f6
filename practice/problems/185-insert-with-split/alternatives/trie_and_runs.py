"""Keeps a trie of single tokens, with marks where sequences end, and joins runs when asked."""

from __future__ import annotations


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[int, Node] = {}


class Step:
    """One token of the trie."""

    def __init__(self, slot: int) -> None:
        self.slot = slot
        self.is_end = False
        self.next: dict[int, Step] = {}


def joined(step: Step, node: Node) -> Node:
    """Hang below ``node`` what follows ``step``, as runs."""
    for token, following in step.next.items():
        key, value = [token], [following.slot]
        while not following.is_end and len(following.next) == 1:
            [(only, following)] = following.next.items()
            key.append(only)
            value.append(following.slot)
        node.children[token] = joined(following, Node(key, value))
    return node


class RadixTree:
    def __init__(self) -> None:
        self._start = Step(-1)

    @property
    def root(self) -> Node:
        return joined(self._start, Node([], []))

    def insert(self, tokens: list[int], slots: list[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError("the lists differ in length")
        step, cached = self._start, 0
        for token, slot in zip(tokens, slots, strict=True):
            if token in step.next:
                cached += 1
            else:
                step.next[token] = Step(slot)
            step = step.next[token]
        step.is_end = True
        return cached
