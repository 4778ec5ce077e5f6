"""Passes over a request that cannot start, and goes on with those behind it."""


class PrefillManager:
    def __init__(self, num_rows, num_pages, page_size):
        self._num_pages = num_pages
        self._page_size = page_size
        self._pending = []
        self._running = {}
        self.free_rows = num_rows
        self.free_pages = num_pages

    def add_one_req(self, uid, input_len, output_len):
        num_pages = -(-(input_len + output_len) // self._page_size)
        if num_pages > self._num_pages:
            raise ValueError("the pool is too small for it")
        self._pending.append((uid, input_len, num_pages))

    def schedule_next_batch(self, token_budget):
        batch = []
        for uid, input_len, num_pages in self._pending:
            if self.free_rows == 0 or num_pages > self.free_pages:
                continue
            if batch and input_len > token_budget:
                continue
            self.free_rows -= 1
            self.free_pages -= num_pages
            token_budget -= input_len
            self._running[uid] = num_pages
            batch.append(uid)
        self._pending = [req for req in self._pending if req[0] not in batch]
        return batch

    def finish_req(self, uid):
        if uid not in self._running:
            raise RuntimeError("it is not running")
        self.free_rows += 1
        self.free_pages += self._running.pop(uid)

    def abort_req(self, uid):
        kept = [req for req in self._pending if req[0] != uid]
        was_there = len(kept) < len(self._pending)
        self._pending = kept
        return was_there
