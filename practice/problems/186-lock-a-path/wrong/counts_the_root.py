"""Walks on to the root itself, which then looks like a node that was locked."""

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
        step: Node | None = node
        while step is not None:
            if step.ref_count == 0:
                self.evictable_size -= step.length
                self.protected_size += step.length
            step.ref_count += 1
            step = step.parent

    def unlock(self, node: Node) -> None:
        if node.ref_count == sum(child.ref_count for child in node.children):
            raise RuntimeError("the node is not locked")
        step: Node | None = node
        while step is not None:
            step.ref_count -= 1
            if step.ref_count == 0:
                self.protected_size -= step.length
                self.evictable_size += step.length
            step = step.parent
