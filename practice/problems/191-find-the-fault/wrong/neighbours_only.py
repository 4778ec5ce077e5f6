"""Wants the slots of a page to be neighbours, as a pool hands them out, which nobody asked for."""

from __future__ import annotations


class Node:
    """A run of tokens and the slots of their KV; given, leave it as it is."""

    def __init__(self, tokens: list[int], slots: list[int]) -> None:
        self.tokens = tokens
        self.slots = slots
        self.ref_count = 0
        self.parent: Node | None = None
        self.children: dict[tuple[int, ...], Node] = {}


def check_integrity(root: Node, page_size: int, evictable_size: int, protected_size: int) -> None:
    """Recount everything. Raises RuntimeError if anything does not add up."""
    evictable = protected = 0
    slots: set[int] = set()
    nodes = [root]
    while nodes:
        parent = nodes.pop()
        for page, node in parent.children.items():
            fault = find_fault(page, node, parent, page_size)
            if fault is not None:
                raise RuntimeError(f"node {node.tokens}: {fault}")
            slots.update(node.slots)
            if node.ref_count == 0:
                evictable += len(node.tokens)
            else:
                protected += len(node.tokens)
            nodes.append(node)
    if (evictable, protected) != (evictable_size, protected_size):
        raise RuntimeError(f"the tree has {evictable} evictable and {protected} protected tokens")
    if len(slots) != evictable + protected:
        raise RuntimeError("a slot is in the tree twice")


def find_fault(page: tuple[int, ...], node: Node, parent: Node, page_size: int) -> str | None:
    """What is wrong with a node and its place in the tree; None if nothing is."""
    if node.parent is not parent:
        return "its parent is another node than the one that it is filed in"
    if not node.tokens or len(node.tokens) % page_size != 0:
        return "its tokens are not whole pages"
    if len(node.slots) != len(node.tokens):
        return "it has not one slot for each token"
    for start in range(0, len(node.slots), page_size):
        first = node.slots[start]
        if node.slots[start : start + page_size] != list(range(first, first + page_size)):
            return "the slots of a page are not neighbours"
    if page != tuple(node.tokens[:page_size]):
        return "it is not filed under its first page"
    if node.ref_count < sum(child.ref_count for child in node.children.values()):
        return "its children are locked more often than it is"
    return None
