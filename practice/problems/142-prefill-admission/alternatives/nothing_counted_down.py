"""Keeps only who waits and who runs; what is free is worked out anew each time."""

from collections import deque
from math import ceil


class PrefillManager:
    def __init__(self, num_rows, num_pages, page_size):
        self.num_rows, self.num_pages, self.page_size = num_rows, num_pages, page_size
        self.lengths = {}
        self.waiting = deque()
        self.running = set()

    def pages(self, uid):
        return ceil(sum(self.lengths[uid]) / self.page_size)

    @property
    def free_rows(self):
        return self.num_rows - len(self.running)

    @property
    def free_pages(self):
        return self.num_pages - sum(self.pages(uid) for uid in self.running)

    def add_one_req(self, uid, input_len, output_len):
        if input_len + output_len > self.num_pages * self.page_size:
            raise ValueError("too long")
        self.lengths[uid] = (input_len, output_len)
        self.waiting.append(uid)

    def schedule_next_batch(self, token_budget):
        batch = []
        while self.waiting and self.may_start(self.waiting[0], batch, token_budget):
            uid = self.waiting.popleft()
            batch.append(uid)
            self.running.add(uid)
        return batch

    def may_start(self, uid, batch, token_budget):
        if not self.free_rows or self.pages(uid) > self.free_pages:
            return False
        prompt_tokens = sum(self.lengths[other][0] for other in [*batch, uid])
        return not batch or prompt_tokens <= token_budget

    def finish_req(self, uid):
        try:
            self.running.remove(uid)
        except KeyError:
            raise RuntimeError("not running") from None

    def abort_req(self, uid):
        try:
            self.waiting.remove(uid)
        except ValueError:
            return False
        return True
