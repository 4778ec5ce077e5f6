"""The match of the rest below a child is the same question again."""

from __future__ import annotations

from collections.abc import Hashable


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    for child in root.children.values():
        pages = 0
        while (pages + 1) * page_size <= len(child.key):
            page = slice(pages * page_size, (pages + 1) * page_size)
            if child.key[page] != tokens[page]:
                break
            pages += 1
        length = pages * page_size
        if length == 0:
            continue
        slots = child.value[:length]
        if length == len(child.key):
            below, more = longest_match(child, tokens[length:], page_size)
            return length + below, slots + more
        return length, slots
    return 0, []
