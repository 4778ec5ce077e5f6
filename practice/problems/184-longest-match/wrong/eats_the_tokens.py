"""Takes what has matched off the list that it was given, which belongs to the request."""

from __future__ import annotations

from collections.abc import Hashable


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}


def first_page(tokens: list[int], page_size: int) -> Hashable:
    return tokens[0] if page_size == 1 else tuple(tokens[:page_size])


def tokens_in_common(x: list[int], y: list[int]) -> int:
    length = 0
    while length < min(len(x), len(y)) and x[length] == y[length]:
        length += 1
    return length


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    node = root
    slots: list[int] = []
    while len(tokens) >= page_size:
        child = node.children.get(first_page(tokens, page_size))
        if child is None:
            break
        length = tokens_in_common(child.key, tokens) // page_size * page_size
        slots.extend(child.value[:length])
        del tokens[:length]
        if length < len(child.key):
            break
        node = child
    return len(slots), slots
