"""Asks whether the tokens fit, although every request takes whole pages.

Seen in: FreeToken PR 367, where admission counted tokens and allocation took pages.
"""


class PrefillManager:
    def __init__(self, num_rows, num_pages, page_size):
        self._num_pages = num_pages
        self._page_size = page_size
        self._pending = []
        self._running = {}
        self.free_rows = num_rows
        self._free_tokens = num_pages * page_size

    @property
    def free_pages(self):
        return self._free_tokens // self._page_size

    def add_one_req(self, uid, input_len, output_len):
        num_tokens = input_len + output_len
        if num_tokens > self._num_pages * self._page_size:
            raise ValueError("the pool is too small for it")
        self._pending.append((uid, input_len, num_tokens))

    def schedule_next_batch(self, token_budget):
        batch = []
        for uid, input_len, num_tokens in self._pending:
            if self.free_rows == 0 or num_tokens > self._free_tokens:
                break
            if batch and input_len > token_budget:
                break
            self.free_rows -= 1
            self._free_tokens -= num_tokens
            token_budget -= input_len
            self._running[uid] = num_tokens
            batch.append(uid)
        self._pending = self._pending[len(batch) :]
        return batch

    def finish_req(self, uid):
        if uid not in self._running:
            raise RuntimeError("it is not running")
        self.free_rows += 1
        self._free_tokens += self._running.pop(uid)

    def abort_req(self, uid):
        kept = [req for req in self._pending if req[0] != uid]
        was_there = len(kept) < len(self._pending)
        self._pending = kept
        return was_there
