"""Asks no node for its children: counts them, and finds the oldest leaf with a lazy heap."""

from __future__ import annotations

import heapq


class Node:
    def __init__(self, tokens, slots, timestamp):
        self.tokens = tokens
        self.slots = slots
        self.timestamp = timestamp
        self.ref_count = 0
        self.parent = None
        self.children = {}


class LeafTracker:
    def __init__(self, root):
        self.root = root
        self.child_counts = {root: 0}
        self.leaves = {}  # by timestamp, which is unique
        self.heap = []  # timestamps; what is not in leaves any more is skipped

    def evictable_leaves(self):
        return set(self.leaves.values())

    def enter(self, node):
        if node is self.root or self.child_counts[node] or node.ref_count:
            return
        if node.timestamp not in self.leaves:
            self.leaves[node.timestamp] = node
            heapq.heappush(self.heap, node.timestamp)

    def insert(self, node, parent):
        node.parent, parent.children[node.tokens[0]] = parent, node
        self.child_counts[node] = 0
        self.child_counts[parent] += 1
        self.leaves.pop(parent.timestamp, None)
        self.enter(node)

    def lock(self, node):
        self.leaves.pop(node.timestamp, None)
        while node is not self.root:
            node.ref_count += 1
            node = node.parent

    def unlock(self, node):
        way = [node]
        while way[-1] is not self.root:
            way[-1].ref_count -= 1
            way.append(way[-1].parent)
        self.enter(node)

    def evict(self):
        while self.heap:
            leaf = self.leaves.pop(heapq.heappop(self.heap), None)
            if leaf is not None:
                parent, leaf.parent = leaf.parent, None
                parent.children.pop(leaf.tokens[0])
                self.child_counts[parent] -= 1
                self.enter(parent)
                return leaf.slots
        raise RuntimeError("nothing can go")
