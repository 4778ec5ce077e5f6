"""Refuses a request that the pool has no room for now, though it would only have to wait."""

from typing import NamedTuple


class PendingReq(NamedTuple):
    uid: int
    input_len: int
    num_pages: int


class PrefillManager:
    def __init__(self, num_rows: int, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._pending: list[PendingReq] = []
        self._running: dict[int, int] = {}
        self.free_rows = num_rows
        self.free_pages = num_pages

    def add_one_req(self, uid: int, input_len: int, output_len: int) -> None:
        whole_life = input_len + output_len
        num_pages = (whole_life + self._page_size - 1) // self._page_size
        if num_pages > self.free_pages:
            raise ValueError(f"request {uid} needs {num_pages} pages")
        self._pending.append(PendingReq(uid, input_len, num_pages))

    def schedule_next_batch(self, token_budget: int) -> list[int]:
        batch: list[int] = []
        for req in self._pending:
            if self.free_rows == 0 or req.num_pages > self.free_pages:
                break
            if batch and req.input_len > token_budget:
                break
            self.free_rows -= 1
            self.free_pages -= req.num_pages
            token_budget -= req.input_len
            self._running[req.uid] = req.num_pages
            batch.append(req.uid)
        self._pending = self._pending[len(batch) :]
        return batch

    def finish_req(self, uid: int) -> None:
        if uid not in self._running:
            raise RuntimeError(f"request {uid} is not running")
        self.free_rows += 1
        self.free_pages += self._running.pop(uid)

    def abort_req(self, uid: int) -> bool:
        kept = [req for req in self._pending if req.uid != uid]
        was_there = len(kept) < len(self._pending)
        self._pending = kept
        return was_there
