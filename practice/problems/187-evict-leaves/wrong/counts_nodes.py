"""Counts the nodes that went, not their tokens."""

from __future__ import annotations

import heapq


class Node:
    """A run of tokens and the slots of their KV; given, leave it as it is."""

    def __init__(
        self,
        parent: Node | None,
        tokens: list[int],
        slots: list[int],
        timestamp: int,
        ref_count: int = 0,
    ) -> None:
        self.parent = parent
        self.tokens = tokens
        self.slots = slots
        self.timestamp = timestamp  # when it was last used
        self.ref_count = ref_count  # locks on it and below it
        self.children: dict[int, Node] = {}  # by their first token
        if parent is not None:
            parent.children[tokens[0]] = self

    def __repr__(self) -> str:
        return f"Node({self.tokens}, {self.slots})"


def evict(root: Node, size: int) -> list[int]:
    unlocked = [node for node in all_nodes(root)[1:] if node.ref_count == 0]
    evictable_size = sum(len(node.tokens) for node in unlocked)
    if not 0 <= size <= evictable_size:
        raise RuntimeError(f"cannot evict {size} tokens: {evictable_size} are evictable")
    # No two leaves are of one age, so a heap of pairs never comes to compare two nodes.
    leaves = [(node.timestamp, node) for node in unlocked if not node.children]
    heapq.heapify(leaves)
    slots: list[int] = []
    evicted_size = 0
    while evicted_size < size and leaves:
        _, leaf = heapq.heappop(leaves)
        parent = leaf.parent
        assert parent is not None, "the root is not in the heap while there are others"
        del parent.children[leaf.tokens[0]]
        leaf.parent = None
        slots.extend(leaf.slots)
        evicted_size += 1
        if not parent.children and parent.ref_count == 0 and parent is not root:
            heapq.heappush(leaves, (parent.timestamp, parent))
    return slots


def all_nodes(root: Node) -> list[Node]:
    """The root, which holds no token, and all below it."""
    nodes = [root]
    for node in nodes:  # grows while it is walked
        nodes.extend(node.children.values())
    return nodes
