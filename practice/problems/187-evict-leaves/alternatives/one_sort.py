"""One sort instead of a heap.

A parent is never older than its children and never locked without need, so the unlocked nodes in
the order of their timestamps, children before parents where those are alike, are the answer.
"""

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
    order = sorted(unlocked_below(root, 0), key=lambda found: (found[1].timestamp, -found[0]))
    taken, count = [], 0
    for _, node in order:
        if count >= size:
            break
        taken.append(node)
        count += len(node.slots)
    if size < 0 or count < size:
        raise RuntimeError(f"only {count} tokens can be evicted")
    for node in taken:
        node.parent.children.pop(node.tokens[0])
        node.parent = None
    return [slot for node in taken for slot in node.slots]


def unlocked_below(node, depth):
    for child in node.children.values():
        if child.ref_count == 0:
            yield depth, child
        yield from unlocked_below(child, depth + 1)
