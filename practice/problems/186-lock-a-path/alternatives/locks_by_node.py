"""Writes down which locks are held, and works every number out from that."""

from __future__ import annotations

from collections.abc import Iterator


class Node:
    def __init__(self, parent: Node | None, length: int) -> None:
        self.parent = parent
        self.length = length
        self.children: list[Node] = []
        self.own_locks = 0

    @property
    def ref_count(self) -> int:
        if self.parent is None:
            return 0
        return self.own_locks + sum(child.ref_count for child in self.children)

    def all_below(self) -> Iterator[Node]:
        for child in self.children:
            yield child
            yield from child.all_below()


class LockedTree:
    def __init__(self) -> None:
        self.root = Node(None, 0)

    @property
    def evictable_size(self) -> int:
        return sum(node.length for node in self.root.all_below() if not node.ref_count)

    @property
    def protected_size(self) -> int:
        return sum(node.length for node in self.root.all_below() if node.ref_count)

    def add(self, parent: Node, length: int) -> Node:
        parent.children.append(Node(parent, length))
        return parent.children[-1]

    def lock(self, node: Node) -> None:
        if node is not self.root:
            node.own_locks += 1

    def unlock(self, node: Node) -> None:
        if node is self.root:
            return
        if not node.own_locks:
            raise RuntimeError("not locked")
        node.own_locks -= 1
