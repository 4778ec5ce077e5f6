"""Checks the count after taking one off, and so refuses the last lock, which brings it to 0.

Seen in: mini-sglang PR 44 and 45, where an assert did that.
"""

from __future__ import annotations


class Node:
    def __init__(self, parent: Node | None, length: int) -> None:
        self.parent = parent
        self.length = length
        self.children: list[Node] = []
        self.ref_count = 0


class LockedTree:
    def __init__(self) -> None:
        self.root = Node(None, 0)
        self.evictable_size = 0
        self.protected_size = 0

    def add(self, parent: Node, length: int) -> Node:
        node = Node(parent, length)
        parent.children.append(node)
        self.evictable_size += length
        return node

    def lock(self, node: Node) -> None:
        while node.parent is not None:
            if node.ref_count == 0:
                self.evictable_size -= node.length
                self.protected_size += node.length
            node.ref_count += 1
            node = node.parent

    def unlock(self, node: Node) -> None:
        locks_below = sum(child.ref_count for child in node.children)
        if node.parent is not None and node.ref_count - 1 <= locks_below:
            raise RuntimeError("the node is not locked")
        while node.parent is not None:
            node.ref_count -= 1
            if node.ref_count == 0:
                self.protected_size -= node.length
                self.evictable_size += node.length
            node = node.parent
