"""Recursive: each call checks one node with its children and returns what it counted."""

from __future__ import annotations


class Node:
    def __init__(self, tokens, slots):
        self.tokens = tokens
        self.slots = slots
        self.ref_count = 0
        self.parent = None
        self.children = {}


def check_integrity(root, page_size, evictable_size, protected_size):
    def require(holds, text):
        if not holds:
            raise RuntimeError(text)

    def count(node):
        slots, sizes, locks = list(node.slots), {False: 0, True: 0}, 0
        for page, child in node.children.items():
            require(child.parent is node, "parent")
            require(len(child.tokens) >= page_size, "too short")
            require(len(child.tokens) // page_size * page_size == len(child.tokens), "pages")
            require(list(page) == child.tokens[:page_size], "filed elsewhere")
            require(len(child.slots) == len(child.tokens), "slots")
            below, below_sizes = count(child)
            slots += below
            sizes[child.ref_count != 0] += len(child.tokens)
            for locked in sizes:
                sizes[locked] += below_sizes[locked]
            locks += child.ref_count
        if node is not root:
            require(locks <= node.ref_count, "locks")
        return slots, sizes

    slots, sizes = count(root)
    require(sizes == {False: evictable_size, True: protected_size}, "sizes")
    require(sorted(slots) == sorted(set(slots)), "a slot twice")
