"""A sorted list in the place of the heap: adding costs more, and the answers are the same."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any


class EvictionOrder:
    def __init__(self, rank: Callable[[Any], Any]) -> None:
        self.rank = rank
        self.entries: list[tuple[Any, int]] = []
        self.nodes: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, node: Any) -> None:
        if node.uid in self.nodes:
            return
        self.nodes[node.uid] = node
        insort(self.entries, (self.rank(node), node.uid))

    def pop(self) -> Any:
        while True:
            if not self.entries:
                raise IndexError("empty")
            known, uid = self.entries.pop(0)
            node = self.nodes.pop(uid)
            if not node.may_go:
                continue
            if self.rank(node) == known:
                return node
            self.add(node)
