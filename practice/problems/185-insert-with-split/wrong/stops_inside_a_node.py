"""Does not split where the sequence ends inside a node: all of it is there, after all."""

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


def split(child: Node, pos: int, parent: Node) -> Node:
    first = Node(child.key[:pos], child.value[:pos])
    parent.children[first.key[0]] = first
    child.key, child.value = child.key[pos:], child.value[pos:]
    first.children[child.key[0]] = child
    return first


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
            cached += length
            if cached == len(tokens):
                break
            if length < len(child.key):
                child = split(child, length, node)
            node = child
        if cached < len(tokens):
            node.children[tokens[cached]] = Node(tokens[cached:], slots[cached:])
        return cached
