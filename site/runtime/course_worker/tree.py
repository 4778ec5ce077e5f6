"""The radix tree that a reader drives, for site/web/source/tree/worker.ts.

    prepare(…)   puts the minisgl of chapter 9 in place, before anything imports it
    start(…)     a new cache of minisgl's, and the state that it begins with
    do(…)        one operation on it; the steps that it takes, as tracelib records them

    own_start(…), own_call(…)   the same for the reader's class: see own_tree.py

All take and give JSON texts, so that nothing of JavaScript's gets into a program's reach.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch
from tracelib.trees import RecordedCache, path_of

from .own_tree import OwnCache

Steps = list[dict[str, Any]]


class Session:
    """A cache of minisgl's, the slots that it may fill, and the handles that it has given out.

    An operation of the reader's takes one call of the cache, and with it one step. Only where an
    insertion finds too few free slots it takes several: what the scheduler's cache manager does.

    Args:
        capacity: slots that there are, whole pages; as many as are needed if it is None.
    """

    def __init__(self, page_size: int, capacity: int | None) -> None:
        from minisgl.core import Context, reset_global_ctx, set_global_ctx
        from minisgl.kvcache.radix_cache import RadixPrefixCache

        reset_global_ctx()
        set_global_ctx(Context(page_size=page_size))
        self.cache = RecordedCache(RadixPrefixCache(torch.device("cpu")))
        self._page_size, self._capacity = page_size, capacity
        self._handles: dict[int, Any] = {}  # by the number of the operation that gave them
        self._count = 0

    def do(self, operation: dict[str, Any]) -> Steps:
        """The steps of the next operation; those that the cache has refused have an error."""
        steps = self.cache.trace.steps
        del steps[:-1]  # the page keeps them
        before = len(steps)
        name = operation["do"]
        with suppress(RuntimeError, ValueError):  # they are in the trace
            if name == "insert":
                self._insert(row(operation["tokens"]), operation.get("slots"))
            elif name == "match":
                self._keep(self.cache.match_prefix(row(operation["tokens"])).cuda_handle)
            elif name == "evict":
                self.cache.evict(operation["size"])
            elif operation["of"] in self._handles:
                self.cache.lock_handle(self._handles[operation["of"]], unlock=name == "unlock")
        self._count += 1
        return steps[before:]

    def _keep(self, handle: Any) -> None:
        self._handles[self._count] = handle

    def _insert(self, ids: torch.Tensor, slots: list[int] | None) -> None:
        if slots is not None:
            self._keep(self.cache.insert_prefix(ids, row(slots)).handle)
        elif self._missing(ids) == 0:
            self._keep(self.cache.insert_prefix(ids, row(self._slots_for(ids))).handle)
        else:
            self._insert_with_room(ids)

    def _insert_with_room(self, ids: torch.Tensor) -> None:
        """Evict first. What is cached of ``ids`` is locked, or it might be what goes."""
        found = self.cache.match_prefix(ids).cuda_handle
        self.cache.lock_handle(found)
        try:
            self.cache.evict(self._missing(ids))
            self._keep(self.cache.insert_prefix(ids, row(self._slots_for(ids))).handle)
        finally:
            self.cache.lock_handle(found, unlock=True)

    def _found(self, ids: torch.Tensor) -> list[int]:
        """The slots that are cached for the beginning of ``ids``, found by looking alone."""
        nodes = self.cache.trace.state["nodes"]
        values = {node["id"]: node["value"] for node in nodes}
        return [
            slot
            for part in path_of(nodes, ids.tolist(), self._page_size)
            for slot in values[part["node"]][: part["length"]]
        ]

    def _missing(self, ids: torch.Tensor) -> int:
        """Tokens that must go before there are slots for the rest of ``ids``."""
        if self._capacity is None:
            return 0
        pages = -(-(len(ids) - len(self._found(ids))) // self._page_size)
        free = sum(1 for _ in self._free_pages())
        return max(pages - free, 0) * self._page_size

    def _slots_for(self, ids: torch.Tensor) -> list[int]:
        """A slot for each token: those that it is cached in, then those of free pages."""
        slots = self._found(ids)
        for page in self._free_pages():
            if len(slots) >= len(ids):
                break
            slots += range(page * self._page_size, (page + 1) * self._page_size)
        return slots[: len(ids)]

    def _free_pages(self) -> Iterator[int]:
        nodes = self.cache.trace.state["nodes"]
        used = {slot // self._page_size for node in nodes for slot in node["value"]}
        pages: Iterable[int] = itertools.count()
        if self._capacity is not None:
            pages = range(self._capacity // self._page_size)
        return (page for page in pages if page not in used)


def row(numbers: list[int]) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.int32)


_session: list[Session] = []
_own: list[OwnCache] = []


def prepare(sources: str, folder: str) -> None:
    """Write the files of ``sources``, texts by path, and have minisgl imported from there."""
    for path, text in json.loads(sources).items():
        file = Path(folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    sys.path.insert(0, folder)


def start(page_size: int, capacity: int | None) -> str:
    _session[:] = [Session(page_size, capacity)]
    return json.dumps(_session[0].cache.trace.start)


def do(operation: str) -> str:
    return json.dumps(_session[0].do(json.loads(operation)))


def own_start(code: str, filename: str, page_size: int) -> str:
    _own[:] = [OwnCache(code, filename)]
    return json.dumps(_own[0].begin(page_size))


def own_call(operation: str, arguments: str) -> str:
    return json.dumps(_own[0].call(operation, json.loads(arguments)))
