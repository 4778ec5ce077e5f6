"""Sets the count of an unlocked leaf to 0, though others may have locked it as well."""

from __future__ import annotations

import heapq


class Node:
    """A cached run of tokens, as far as eviction is concerned."""

    def __init__(self, uid: int, parent: Node | None) -> None:
        self.uid = uid
        self.parent = parent
        self.num_children = 0
        self.ref_count = 0
        self.last_used = 0
        self.queued = False  # whether the heap has an entry for it


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
        self.use(node)
        self._offer(node)
        return node

    def use(self, node: Node) -> None:
        """The node and all above it are used now."""
        self._clock += 1
        above: Node | None = node
        while above is not None:
            above.last_used = self._clock
            above = above.parent

    def lock(self, node: Node) -> None:
        self._count(node, 1)

    def unlock(self, node: Node) -> None:
        self._count(node, -node.ref_count)
        self._offer(node)

    def evict(self) -> Node:
        """Take out the least recently used leaf that nobody has locked."""
        while self.heap:
            last_used, _, node = heapq.heappop(self.heap)
            node.queued = False
            if last_used != node.last_used:  # used since: it waits again
                self._offer(node)
            elif self._may_go(node):
                parent = node.parent
                parent.num_children -= 1
                self._offer(parent)
                return node
        raise IndexError("no node may be evicted")

    def _count(self, node: Node, change: int) -> None:
        while node is not self.root:
            node.ref_count += change
            node = node.parent

    def _may_go(self, node: Node) -> bool:
        return node is not self.root and node.num_children == 0 and node.ref_count == 0

    def _offer(self, node: Node) -> None:
        """Give the node an entry, if it may go and has none."""
        if self._may_go(node) and not node.queued:
            node.queued = True
            heapq.heappush(self.heap, (node.last_used, node.uid, node))
