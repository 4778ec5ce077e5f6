"""Goes to the first child that begins with the right token, whatever the rest of its page.

Tests that only ever have pages of one token let it pass.
"""

from __future__ import annotations

from collections.abc import Hashable


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}


def tokens_in_common(x: list[int], y: list[int]) -> int:
    length = 0
    while length < min(len(x), len(y)) and x[length] == y[length]:
        length += 1
    return length


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    node = root
    slots: list[int] = []
    while len(tokens) - len(slots) >= page_size:
        rest = tokens[len(slots) :]
        child = next((c for c in node.children.values() if c.key[0] == rest[0]), None)
        if child is None:
            break
        length = tokens_in_common(child.key, rest) // page_size * page_size
        slots.extend(child.value[:length])
        if length < len(child.key):
            break
        node = child
    return len(slots), slots
