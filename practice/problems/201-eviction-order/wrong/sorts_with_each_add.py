"""Sorts all that wait with each add, and asks every one of them for its rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class EvictionOrder:
    def __init__(self, rank: Callable[[Any], Any]) -> None:
        self._rank = rank
        self._entries: list[tuple[Any, int, Any]] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, node: Any) -> None:
        nodes = {one.uid: one for _, _, one in self._entries}
        nodes[node.uid] = node
        entries = [(self._rank(one), one.uid, one) for one in nodes.values()]
        self._entries = sorted(entries, key=lambda entry: entry[:2])

    def pop(self) -> Any:
        while self._entries:
            rank, _, node = self._entries.pop(0)
            if node.may_go and self._rank(node) == rank:
                return node
            if node.may_go:
                self.add(node)
        raise IndexError("no node may go")
