"""Looks for the oldest unlocked leaf anew before each step."""

from __future__ import annotations


class Node:
    def __init__(self, parent, tokens, slots, timestamp, ref_count=0):
        self.parent = parent
        self.tokens = tokens
        self.slots = slots
        self.timestamp = timestamp
        self.ref_count = ref_count
        self.children = {}
        if parent is not None:
            parent.children[tokens[0]] = self


def evict(root, size):
    def below(node):
        for child in node.children.values():
            yield child
            yield from below(child)

    if size < 0 or sum(len(node.tokens) for node in below(root) if not node.ref_count) < size:
        raise RuntimeError("that much is not evictable")
    slots = []
    while len(slots) < size:
        leaves = [node for node in below(root) if not node.children and not node.ref_count]
        oldest = min(leaves, key=lambda node: node.timestamp)
        oldest.parent.children = {
            first: child for first, child in oldest.parent.children.items() if child is not oldest
        }
        oldest.parent = None
        slots += oldest.slots
    return slots
