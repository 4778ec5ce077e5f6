"""A request is aborted while it is computed. What if it is ended at once, and not afterwards?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import torch

from minisgl.core import Batch, Req, SamplingParams
from minisgl.engine import ForwardOutput
from minisgl.message import AbortBackendMsg, UserMsg
from minisgl.scheduler import ForwardInput, Scheduler

Step = tuple[ForwardInput, ForwardOutput]


class NoModel:
    """In the place of the engine: twelve slots, and every next token is a 7."""

    def __init__(self, config: Any) -> None:
        self.device, self.num_pages, self.max_seq_len = torch.device("cpu"), 12, 6
        self.page_table = torch.zeros(config.max_running_req, 6, dtype=torch.int32)
        self.attn_backend = self.sampler = self

    def prepare_metadata(self, batch: Batch) -> None:
        pass

    def prepare(self, batch: Batch) -> None:
        pass

    def forward_batch(self, batch: Batch, args: None) -> ForwardOutput:
        for req in batch.reqs:
            req.complete_one()
        tokens = torch.full((batch.size,), 7, dtype=torch.int32)
        return ForwardOutput(tokens, tokens)


class HastyScheduler(Scheduler):
    """Ends a request at the moment of its abort, whatever is being computed."""

    def _abort(self, uid: int) -> None:
        req = self.decode_manager.get_req(uid)
        if req is not None:
            self._finish(req)

    def _finish(self, req: Req) -> None:
        self.decode_manager.add_reqs([req])  # so that a second end passes without an error
        super()._finish(req)


def begin(scheduler: Scheduler, *messages: UserMsg | AbortBackendMsg) -> Step:
    """Take messages in and compute the next batch, whether or not the last one is looked at."""
    for message in messages:
        scheduler._process_one_msg(message)
    forward_input = scheduler._schedule_next_batch()
    assert forward_input is not None
    return forward_input, scheduler._forward(forward_input)


def prompt(uid: int) -> UserMsg:
    ids = torch.tensor([1, 2], dtype=torch.int32)
    return UserMsg(uid, ids, SamplingParams(max_tokens=2, ignore_eos=True))


def story(kind: type[Scheduler]) -> None:
    config: Any = SimpleNamespace(
        max_running_req=2,
        page_size=1,
        cache_type="naive",
        max_extend_tokens=8192,
        model_config=SimpleNamespace(eos_token_ids=frozenset()),
    )
    with patch("minisgl.scheduler.scheduler.Engine", NoModel):
        scheduler = kind(config)
    scheduler._process_last_data(*begin(scheduler, prompt(0)))  # the prefill of request 0
    first = begin(scheduler)  # its last token
    second = begin(scheduler, AbortBackendMsg(0), prompt(1))
    show(scheduler, "request 0 is aborted, request 1 is in")
    scheduler._process_last_data(*first)
    show(scheduler, "the result of request 0 is looked at")
    scheduler._process_last_data(*second)
    begin(scheduler, prompt(2))
    show(scheduler, "request 2 is in")
    try:
        scheduler.run_when_idle()
        print("  check_integrity finds every slot in one place")
    except RuntimeError:
        print("  check_integrity finds slots in two places")


def show(scheduler: Scheduler, when: str) -> None:
    manager = scheduler.cache_manager
    print(f"  {when}: free {manager.free_slots.tolist()}")
    for req in scheduler.decode_manager.running_reqs:
        slots = manager.page_table[req.table_idx, : manager._held_len[req.table_idx]].tolist()
        print(f"    request {req.uid} in row {req.table_idx}, slots {slots}")


for name, kind in {"ended at once": HastyScheduler, "ended afterwards": Scheduler}.items():
    print(f"{name}:")
    story(kind)
