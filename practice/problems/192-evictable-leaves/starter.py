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
        raise NotImplementedError("not written yet")

    def evictable_leaves(self) -> set[Node]:
        """The leaves with ref_count 0, a set for the caller to keep."""
        raise NotImplementedError("not written yet")

    def insert(self, node: Node, parent: Node) -> None:
        """Hang a new node below ``parent``."""
        raise NotImplementedError("not written yet")

    def lock(self, node: Node) -> None:
        """Count a lock in the node and all above it, the root excepted."""
        raise NotImplementedError("not written yet")

    def unlock(self, node: Node) -> None:
        """Take back one lock on the node."""
        raise NotImplementedError("not written yet")

    def evict(self) -> list[int]:
        """Take out the oldest evictable leaf; return its slots. RuntimeError if there is none."""
        raise NotImplementedError("not written yet")
