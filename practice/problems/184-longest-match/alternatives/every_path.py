"""Writes out every path of the tree and compares each with what is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator


class Node:
    def __init__(self, key: list[int], value: list[int]) -> None:
        self.key = key
        self.value = value
        self.children: dict[Hashable, Node] = {}


def paths(node: Node, above: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    here = above + list(zip(node.key, node.value, strict=True))
    yield here
    for child in node.children.values():
        yield from paths(child, here)


def longest_match(root: Node, tokens: list[int], page_size: int) -> tuple[int, list[int]]:
    best: list[int] = []
    for path in paths(root, []):
        length = min(len(path), len(tokens)) // page_size * page_size
        while [token for token, _ in path[:length]] != tokens[:length]:
            length -= page_size
        if length > len(best):
            best = [slot for _, slot in path[:length]]
    return len(best), best
