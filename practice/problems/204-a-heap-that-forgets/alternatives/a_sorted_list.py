"""No lazy deletion: a sorted list in which each leaf that may go has its place at any time."""

from __future__ import annotations

from bisect import insort


class Node:
    """A cached run of tokens, as far as eviction is concerned."""

    def __init__(self, uid: int, parent: Node | None) -> None:
        self.uid = uid
        self.parent = parent
        self.num_children = 0
        self.ref_count = 0
        self.last_used = 0


class PrefixTree:
    """Which node of a prefix tree is evicted next: a heap with lazy deletion."""

    def __init__(self) -> None:
        self.root = Node(0, None)
        self.heap: list[tuple[int, int, Node]] = []
        self._clock = 0
        self._nodes_made = 0

    def add(self, parent: Node) -> Node:
        """Hang a new leaf below a node; it is used now."""
        self._nodes_made += 1
        node = Node(self._nodes_made, parent)
        parent.num_children += 1
        self._look_at(parent)
        self.use(node)
        return node

    def use(self, node: Node) -> None:
        """The node and all above it are used now."""
        self._clock += 1
        above: Node | None = node
        while above is not None:
            above.last_used = self._clock
            above = above.parent
        self._look_at(node)

    def lock(self, node: Node) -> None:
        self._count(node, 1)

    def unlock(self, node: Node) -> None:
        self._count(node, -1)

    def evict(self) -> Node:
        """Take out the least recently used leaf that nobody has locked."""
        if not self.heap:
            raise IndexError("no node may be evicted")
        node = self.heap.pop(0)[2]
        node.parent.num_children -= 1
        self._look_at(node.parent)
        return node

    def _count(self, node: Node, change: int) -> None:
        first = node
        while node is not self.root:
            node.ref_count += change
            node = node.parent
        self._look_at(first)

    def _may_go(self, node: Node) -> bool:
        return node is not self.root and node.num_children == 0 and node.ref_count == 0

    def _look_at(self, node: Node) -> None:
        self.heap = [entry for entry in self.heap if entry[2] is not node]
        if self._may_go(node):
            insort(self.heap, (node.last_used, node.uid, node))
