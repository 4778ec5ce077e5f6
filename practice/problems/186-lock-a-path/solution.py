from __future__ import annotations


class Node:
    """A run of ``length`` tokens below ``parent``."""

    def __init__(self, parent: Node | None, length: int) -> None:
        self.parent = parent  # None for the root
        self.length = length
        self.children: list[Node] = []
        self.ref_count = 0  # locks on this node and below


class LockedTree:
    """A prefix tree that knows how many of its tokens are in use."""

    def __init__(self) -> None:
        self.root = Node(None, 0)
        self.evictable_size = 0
        self.protected_size = 0

    def add(self, parent: Node, length: int) -> Node:
        """A new node of ``length`` tokens below ``parent``, not locked."""
        node = Node(parent, length)
        parent.children.append(node)
        self.evictable_size += length
        return node

    def lock(self, node: Node) -> None:
        """Protect the prefix that ends with ``node``."""
        while node.parent is not None:  # a request needs its whole prefix, not only the last run
            if node.ref_count == 0:
                self.evictable_size -= node.length
                self.protected_size += node.length
            node.ref_count += 1
            node = node.parent

    def unlock(self, node: Node) -> None:
        """Take one lock off. Raises RuntimeError if there is none on this very node."""
        locks_below = sum(child.ref_count for child in node.children)
        if node.parent is not None and node.ref_count == locks_below:
            raise RuntimeError("the node is not locked")
        while node.parent is not None:
            node.ref_count -= 1
            if node.ref_count == 0:
                self.protected_size -= node.length
                self.evictable_size += node.length
            node = node.parent
