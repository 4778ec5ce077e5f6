"""The heap belongs to the class: two caches evict from one order."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any


class EvictionOrder:
    """The nodes that wait to be evicted, the next one first: a heap with lazy deletion."""

    _heap: list[tuple[Any, int, Any]] = []  # noqa: RUF012

    def __init__(self, rank: Callable[[Any], Any]) -> None:
        self._rank = rank
        self._waiting: set[int] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, node: Any) -> None:
        if node.uid not in self._waiting:
            self._waiting.add(node.uid)
            heapq.heappush(self._heap, (self._rank(node), node.uid, node))

    def pop(self) -> Any:
        while self._heap:
            rank, uid, node = heapq.heappop(self._heap)
            now = self._rank(node)
            if node.may_go and now != rank:  # used since: it waits again, with its new rank
                heapq.heappush(self._heap, (now, uid, node))
                continue
            self._waiting.discard(uid)
            if node.may_go:
                return node
        raise IndexError("no node may go")
