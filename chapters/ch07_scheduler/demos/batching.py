"""Six requests of many lengths, four rows: how many forwards do four ways to batch them take?"""

from __future__ import annotations

import torch

from minisgl.core import Req, SamplingParams
from minisgl.scheduler import (
    CacheManager,
    DecodeManager,
    PendingReq,
    PrefillManager,
    TableManager,
)

PROMPTS = [5, 6, 5, 3, 3, 8]  # tokens of the prompts of main
ANSWERS = [12, 4, 8, 6, 10, 5]  # tokens of their answers


class Engine:
    """The managers of the scheduler, and in the place of a model a count of its forwards."""

    def __init__(self, rows: int) -> None:
        page_table = torch.zeros(rows, 32, dtype=torch.int32)
        self.cache = CacheManager(96, 1, page_table, "naive")
        self.table = TableManager(rows, page_table)
        self.decode = DecodeManager()
        self.prefill = PrefillManager(self.cache, self.table, self.decode)
        self.forwards = self.idle = 0
        self.first_token: dict[int, int] = {}
        for uid, (prompt, answer) in enumerate(zip(PROMPTS, ANSWERS, strict=True)):
            ids = torch.ones(prompt, dtype=torch.int32)
            self.prefill.add_one_req(PendingReq(uid, ids, SamplingParams(max_tokens=answer)))

    def forward(self, reqs: list[Req]) -> None:
        """Give each request a token; one that is done already is computed for nothing."""
        self.forwards += 1
        self.decode.add_reqs(reqs)
        alive = [req for req in reqs if req.can_decode]
        self.idle += len(reqs) - len(alive)
        self.cache.allocate_paged(alive)
        for req in alive:
            req.complete_one()
            req.append_host(torch.tensor([1], dtype=torch.int32))
            self.first_token.setdefault(req.uid, self.forwards)

    def finish(self, reqs: list[Req]) -> None:
        for req in reqs:
            self.decode.remove_req(req)
            self.cache.cache_req(req, finished=True)
            self.table.free(req.table_idx)


def serve(rows: int, leave_together: bool = False, mix: bool = False) -> str:
    engine = Engine(rows)
    while engine.prefill.runnable or engine.decode.runnable:
        running = engine.decode.running_reqs
        closed = leave_together and engine.decode.runnable
        start = None if closed else engine.prefill.schedule_next_batch(8192)
        new = [] if start is None else start.reqs
        engine.forward(running + new if mix or not new else new)
        done = [req for req in engine.decode.running_reqs if not req.can_decode]
        if not leave_together or len(done) == len(engine.decode.running_reqs):
            engine.finish(done)
    first = [engine.first_token[uid] for uid in range(len(PROMPTS))]
    return f"{engine.forwards:>8}{engine.idle:>20}   {first}"


print(f"{'':<28}forwards  rows for nothing   first token of each in forward")
print(f"{'one request at a time':<28}{serve(rows=1)}")
print(f"{'four at a time, together':<28}{serve(rows=4, leave_together=True)}")
print(f"{'continuous, prefill first':<28}{serve(rows=4)}")
print(f"{'continuous, mixed':<28}{serve(rows=4, mix=True)}")
