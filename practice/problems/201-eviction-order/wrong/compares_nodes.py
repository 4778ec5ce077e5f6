"""Without the uid in the entry, equal ranks make the heap compare the nodes themselves."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any


class EvictionOrder:
    """The nodes that wait to be evicted, the next one first: a heap with lazy deletion."""

    def __init__(self, rank: Callable[[Any], Any]) -> None:
        self._rank = rank
        self._heap: list[tuple[Any, Any]] = []  # each node with the rank that it came with
        self._waiting: set[int] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, node: Any) -> None:
        if node.uid not in self._waiting:
            self._waiting.add(node.uid)
            heapq.heappush(self._heap, (self._rank(node), node))

    def pop(self) -> Any:
        while self._heap:
            rank, node = heapq.heappop(self._heap)
            uid = node.uid
            now = self._rank(node)
            if node.may_go and now != rank:  # used since: it waits again, with its new rank
                heapq.heappush(self._heap, (now, node))
                continue
            self._waiting.remove(uid)
            if node.may_go:
                return node
        raise IndexError("no node may go")
