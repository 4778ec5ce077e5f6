"""Request 0 is decoding when five prompts come. How long until its next token?"""

from __future__ import annotations

from itertools import pairwise

import torch

from minisgl.core import Batch, SamplingParams
from minisgl.scheduler import (
    CacheManager,
    DecodeManager,
    PendingReq,
    PrefillManager,
    TableManager,
)

PROMPT, NEWCOMERS = 100, 5


class Queue:
    """The managers of the scheduler without an engine; time is counted in tokens computed."""

    def __init__(self, budget: int, take_turns: bool) -> None:
        page_table = torch.zeros(8, 128, dtype=torch.int32)
        self.cache = CacheManager(1000, 1, page_table, "naive")
        self.table = TableManager(8, page_table)
        self.decode = DecodeManager()
        self.prefill = PrefillManager(self.cache, self.table, self.decode)
        self.budget, self.take_turns = budget, take_turns
        self.time, self.last_was_prefill = 0, False
        self.tokens: dict[int, list[int]] = {}  # when each request got its tokens

    def add(self, uid: int, length: int) -> None:
        ids = torch.ones(length, dtype=torch.int32)
        self.prefill.add_one_req(PendingReq(uid, ids, SamplingParams(max_tokens=20)))

    def choose(self) -> Batch | None:
        """Prefill first; in turns, no second prefill before a decode."""
        if self.take_turns and self.last_was_prefill:
            return self.decode.schedule_next_batch()
        batch = self.prefill.schedule_next_batch(self.budget)
        return batch or self.decode.schedule_next_batch()

    def step(self) -> None:
        batch = self.choose()
        assert batch is not None
        self.last_was_prefill = batch.is_prefill
        self.decode.add_reqs(batch.reqs)
        self.cache.allocate_paged(batch.reqs)
        self.time += sum(req.extend_len for req in batch.reqs)
        for req in batch.reqs:
            req.complete_one()
            req.append_host(torch.tensor([1], dtype=torch.int32))
            self.tokens.setdefault(req.uid, []).append(self.time)


def story(budget: int, take_turns: bool) -> str:
    queue = Queue(budget, take_turns)
    queue.add(0, 4)
    queue.step()
    queue.step()
    start = queue.time
    for uid in range(1, NEWCOMERS + 1):
        queue.add(uid, PROMPT)
    while len(queue.tokens) <= NEWCOMERS or len(queue.tokens[0]) < 8:
        queue.step()
    times = queue.tokens[0]
    gap = max(after - before for before, after in pairwise(times))
    first = [queue.tokens[uid][0] - start for uid in range(1, NEWCOMERS + 1)]
    return f"{gap:>16}   {first}"


print(f"{'':<28}{'longest gap of 0':>16}   first tokens of the others")
for take_turns, name in ((False, "prefill first"), (True, "in turns")):
    for budget in (500, 100):
        print(f"{f'{name}, budget {budget}':<28}{story(budget, take_turns)}")
