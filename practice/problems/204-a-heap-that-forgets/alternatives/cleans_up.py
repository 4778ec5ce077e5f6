"""Old entries stay until there are too many of them: then the heap is made anew."""

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


class PrefixTree:
    """Which node of a prefix tree is evicted next: a heap with lazy deletion."""

    def __init__(self) -> None:
        self.root = Node(0, None)
        self.heap: list[tuple[int, int, Node]] = []
        self._nodes: dict[int, Node] = {}
        self._clock = 0
        self._nodes_made = 0

    def add(self, parent: Node) -> Node:
        """Hang a new leaf below a node; it is used now."""
        self._nodes_made += 1
        node = Node(self._nodes_made, parent)
        parent.num_children += 1
        self.use(node)
        return node

    def use(self, node: Node) -> None:
        """The node and all above it are used now."""
        self._clock += 1
        above: Node | None = node
        while above is not None:
            above.last_used = self._clock
            above = above.parent
        self._nodes[node.uid] = node
        self._push(node)

    def lock(self, node: Node) -> None:
        self._count(node, 1)

    def unlock(self, node: Node) -> None:
        self._count(node, -1)
        self._push(node)

    def evict(self) -> Node:
        """Take out the least recently used leaf that nobody has locked."""
        while self.heap:
            last_used, _, node = heapq.heappop(self.heap)
            if last_used == node.last_used and self._may_go(node) and node.uid in self._nodes:
                del self._nodes[node.uid]
                parent = node.parent
                parent.num_children -= 1
                self._push(parent)
                self._clean_up()
                return node
        raise IndexError("no node may be evicted")

    def _count(self, node: Node, change: int) -> None:
        while node is not self.root:
            node.ref_count += change
            node = node.parent

    def _may_go(self, node: Node) -> bool:
        return node is not self.root and node.num_children == 0 and node.ref_count == 0

    def _push(self, node: Node) -> None:
        if self._may_go(node):
            heapq.heappush(self.heap, (node.last_used, node.uid, node))
        self._clean_up()

    def _clean_up(self) -> None:
        if len(self.heap) > 2 * len(self._nodes):
            leaves = [node for node in self._nodes.values() if self._may_go(node)]
            self.heap = [(node.last_used, node.uid, node) for node in leaves]
            heapq.heapify(self.heap)
