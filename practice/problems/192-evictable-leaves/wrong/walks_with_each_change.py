"""Makes the set anew with each change: evictable_leaves is cheap then, and all else is not."""

from __future__ import annotations


class Node:
    """A run of tokens and the slots of their KV; given, leave it as it is."""

    def __init__(self, tokens: list[int], slots: list[int], timestamp: int) -> None:
        self.tokens = tokens
        self.slots = slots
        self.timestamp = timestamp  # when it was last used
        self.ref_count = 0
        self.parent: Node | None = None
        self.children: dict[int, Node] = {}  # by their first token

    def __repr__(self) -> str:
        return f"Node({self.tokens}, ref_count={self.ref_count})"


class LeafTracker:
    """Knows at any time which leaves of a tree could be evicted, without a walk over the tree."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._leaves: set[Node] = set()

    def evictable_leaves(self) -> set[Node]:
        """The leaves with ref_count 0, a set for the caller to keep."""
        return self._leaves.copy()

    def insert(self, node: Node, parent: Node) -> None:
        """Hang a new node below ``parent``."""
        node.parent = parent
        parent.children[node.tokens[0]] = node
        self._look_below(self._root)

    def lock(self, node: Node) -> None:
        """Count a lock in the node and all above it, the root excepted."""
        self._count(node, 1)

    def unlock(self, node: Node) -> None:
        """Take back one lock on the node."""
        self._count(node, -1)

    def evict(self) -> list[int]:
        """Take out the oldest evictable leaf; return its slots. RuntimeError if there is none."""
        if not self._leaves:
            raise RuntimeError("no leaf is evictable")
        leaf = min(self._leaves, key=lambda leaf: leaf.timestamp)
        parent = leaf.parent
        assert parent is not None, "the root is never among the leaves"
        del parent.children[leaf.tokens[0]]
        leaf.parent = None
        self._leaves.remove(leaf)
        self._look_below(self._root)
        return leaf.slots

    def _count(self, node: Node, change: int) -> None:
        above = node
        while above.parent is not None:
            above.ref_count += change
            above = above.parent
        self._look_below(self._root)

    def _look_below(self, node: Node) -> None:
        self._look_at(node)
        for child in node.children.values():
            self._look_below(child)

    def _look_at(self, node: Node) -> None:
        """Put the node into the set or take it out: one rule for all that may have changed."""
        if node is not self._root and node.ref_count == 0 and not node.children:
            self._leaves.add(node)
        else:
            self._leaves.discard(node)
