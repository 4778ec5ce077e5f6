"""Compares tokens with `is`, which happens to work for the small numbers of an example."""

from __future__ import annotations

from collections.abc import Hashable


class Node:
    """A run of tokens, the slots of their KV, and what follows."""

    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}  # by their first page


def first_page(tokens: list[int], page_size: int) -> Hashable:
    """What a child that begins with these tokens is filed under."""
    return tokens[0] if page_size == 1 else tuple(tokens[:page_size])


def pages_in_common(x: list[int], y: list[int], page_size: int) -> int:
    """How many leading tokens two lists share, in whole pages."""
    length = 0
    for a, b in zip(x, y, strict=False):
        if a is not b:
            break
        length += 1
    return length // page_size * page_size


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    """How many leading tokens are cached, in whole pages, and their slots. Only reads."""
    node = root
    slots: list[int] = []
    while len(tokens) - len(slots) >= page_size:
        rest = tokens[len(slots) :]
        child = node.children.get(first_page(rest, page_size))
        if child is None:
            break
        length = pages_in_common(child.key, rest, page_size)
        slots.extend(child.value[:length])
        if length < len(child.key):  # its children continue all of it, and not this part
            break
        node = child
    return len(slots), slots
