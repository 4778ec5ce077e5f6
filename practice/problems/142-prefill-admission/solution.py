from typing import NamedTuple


class PendingReq(NamedTuple):
    """A request that waits.

    Attributes:
        num_pages: the pages of its whole life.
    """

    uid: int
    input_len: int
    num_pages: int


class PrefillManager:
    """The requests that wait, and who of them may start: first come, first served."""

    def __init__(self, num_rows: int, num_pages: int, page_size: int) -> None:
        self._num_pages = num_pages
        self._page_size = page_size
        self._pending: list[PendingReq] = []
        self._running: dict[int, int] = {}  # uid -> the pages promised to it
        self.free_rows = num_rows
        self.free_pages = num_pages

    def add_one_req(self, uid: int, input_len: int, output_len: int) -> None:
        """Queue a request. Raises ValueError for one that the empty pool has no room for."""
        whole_life = input_len + output_len
        num_pages = (whole_life + self._page_size - 1) // self._page_size
        if num_pages > self._num_pages:
            raise ValueError(f"request {uid} needs {num_pages} of {self._num_pages} pages")
        self._pending.append(PendingReq(uid, input_len, num_pages))

    def schedule_next_batch(self, token_budget: int) -> list[int]:
        """Start the first requests that fit, and return their uids."""
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
        """A request ends. Raises RuntimeError if it does not run."""
        if uid not in self._running:
            raise RuntimeError(f"request {uid} is not running")
        self.free_rows += 1
        self.free_pages += self._running.pop(uid)

    def abort_req(self, uid: int) -> bool:
        """Take a request out of the queue; False if it is not there."""
        kept = [req for req in self._pending if req.uid != uid]
        was_there = len(kept) < len(self._pending)
        self._pending = kept
        return was_there
