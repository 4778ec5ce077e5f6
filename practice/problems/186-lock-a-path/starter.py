from __future__ import annotations


class Node:
    """A run of ``length`` tokens below ``parent``. Given."""

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
        """A new node of ``length`` tokens below ``parent``, not locked. Given."""
        node = Node(parent, length)
        parent.children.append(node)
        self.evictable_size += length
        return node

    def lock(self, node: Node) -> None:
        """Protect the prefix that ends with ``node``."""
        raise NotImplementedError("not written yet")

    def unlock(self, node: Node) -> None:
        """Take one lock off. Raises RuntimeError if there is none on this very node."""
        raise NotImplementedError("not written yet")
