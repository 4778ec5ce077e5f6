"""Recording the pool: whose is each page after each operation, and what each row holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .recording import Recorder, State, Step


class RecordedPages:
    """A cache manager behind the interface that it has itself, and the trace of what it does.

    Attributes:
        trace: its ``document()`` is the trace.
    """

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._rows: dict[int, Any] = {}  # the request that has a row, or the handle it begins with
        # The manager of chapter 7 knows pages of one token only, and has no word for that.
        self._page_size = int(getattr(manager, "page_size", 1))
        setup = {"num_pages": int(manager.num_pages), "page_size": self._page_size}
        self.trace = Recorder("page_pool", setup, self._look)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._manager, name)

    def match_req(self, req: Any) -> Any:
        result = self._manager.match_req(req)
        handle = result.cuda_handle
        told = {
            "cached_len": int(handle.cached_len),
            "slots": handle.get_matched_indices().tolist(),
        }
        arguments = {"uid": int(req.uid), "tokens": req.input_ids.tolist()}
        self._record("match", arguments, told)
        return result

    def attach_prefix(self, table_idx: int, handle: Any) -> None:
        self._manager.attach_prefix(table_idx, handle)
        self._rows[table_idx] = handle
        self._record("attach", {"row": table_idx, "cached_len": int(handle.cached_len)})

    def allocate_paged(self, reqs: list[Any]) -> None:
        self._manager.allocate_paged(reqs)
        self._rows |= {req.table_idx: req for req in reqs}
        self._record("allocate", {"uids": [int(req.uid) for req in reqs]})

    def computed(self, reqs: Iterable[Any]) -> None:
        """To be told by the caller: a forward has computed these, and each has a token more."""
        self._record("compute", {"uids": [int(req.uid) for req in reqs]})

    def cache_req(self, req: Any, *, finished: bool) -> None:
        self._manager.cache_req(req, finished=finished)
        if finished:
            del self._rows[req.table_idx]
        self._record("finish" if finished else "cache", {"uid": int(req.uid)})

    def _record(
        self, operation: str, arguments: dict[str, Any], result: dict[str, Any] | None = None
    ) -> None:
        before = self.trace.state
        step = self.trace.record(operation, arguments, result)
        step["touched"] = touched(before, step)

    def _look(self) -> State:
        rows = []
        for row, holder in sorted(self._rows.items()):
            if hasattr(holder, "input_ids"):
                rows.append(row_of(self._manager, holder, self._page_size))
            else:
                slots = self._manager.page_table[row, : holder.cached_len].tolist()
                rows.append({**_empty_row(row, slots), "shared_len": int(holder.cached_len)})
        return pool_state(self._manager, rows, self._page_size)


def row_of(manager: Any, req: Any, page_size: int) -> dict[str, Any]:
    """What a request's row of the page table holds.

    ``slots`` are all that it holds, those of ``shared_len`` tokens being pages of the prefix cache;
    the KV of ``cached_len`` tokens is there, ``device_len`` are known.
    """
    whole_life = -(-int(req.max_device_len) // page_size) * page_size
    held = whole_life - int(manager.missing_size(req))
    return {
        "row": int(req.table_idx),
        "uid": int(req.uid),
        "tokens": req.input_ids.tolist(),
        "slots": manager.page_table[req.table_idx, :held].tolist(),
        "shared_len": int(req.cache_handle.cached_len),
        "cached_len": int(req.cached_len),
        "device_len": int(req.device_len),
        "max_device_len": int(req.max_device_len),
    }


def _empty_row(row: int, slots: list[int]) -> dict[str, Any]:
    """A row that has been given a cached prefix, and whose request is not known yet."""
    lengths = dict.fromkeys(("cached_len", "device_len", "max_device_len"), len(slots))
    return {"row": row, "uid": None, "tokens": [], "slots": slots, **lengths}


def pool_state(manager: Any, rows: list[dict[str, Any]], page_size: int) -> State:
    """Every page by its number in one place: free, in the order in which they are taken; own pages
    of rows, which are in their slots behind the shared ones; and all others, which are cached."""
    free = [slot // page_size for slot in manager.free_slots.tolist()]
    own = {slot // page_size for row in rows for slot in row["slots"][row["shared_len"] :]}
    cached = [page for page in range(int(manager.num_pages)) if page not in own | set(free)]
    return {"free": free, "cached": cached, "rows": rows}


def touched(before: State, step: Step) -> dict[str, list[int]]:
    """Pages that an operation took off the free list, gave back to it, put into the cache, evicted
    from it: by looking at the pool before and after."""
    after = step["state"]
    taken = [page for page in before["free"] if page not in after["free"]]
    evicted = [page for page in before["cached"] if page not in after["cached"]]
    return {
        "taken": taken + [page for page in evicted if page not in after["free"]],
        "freed": [page for page in after["free"] if page not in before["free"]],
        "cached": [page for page in after["cached"] if page not in before["cached"]],
        "evicted": evicted,
    }
