"""The real scheduler on an engine without a model, for tests that take thousands of steps.

The mock's "KV" is a shadow (see ``oracles``): the next token is worked out from the tokens that lie
in the slots of a request's row, so that a wrong slot gives a wrong answer as it would in earnest.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import torch
from oracles import ShadowKV, check_ledger, watch_frees
from reference_cache import PageDictCache

from minisgl.core import Batch, Context, SamplingParams, reset_global_ctx, set_global_ctx
from minisgl.engine import ForwardOutput
from minisgl.message import AbortBackendMsg, DetokenizeMsg, UserMsg
from minisgl.scheduler import Scheduler

VOCAB, EOS = 4, 3  # few tokens, so that prompts and answers often begin alike


class MockFailure(Exception):
    """What a failing forward raises."""


def next_token(ids: Sequence[int]) -> int:
    """The mock's language model: it depends on every token and on their order."""
    return zlib.crc32(bytes(ids)) % VOCAB


def right_answer(ids: Sequence[int], params: SamplingParams, max_seq_len: int) -> list[int]:
    """What a request must be answered, told without any engine."""
    known = list(ids)
    for _ in range(min(params.max_tokens, max_seq_len - len(ids))):
        known.append(next_token(known))
        if known[-1] == EOS and not params.ignore_eos:
            break
    return known[len(ids) :]


class MockEngine:
    """In the place of ``Engine``; ``fail_at`` makes the next step raise at that point, once."""

    def __init__(self, config: Any) -> None:
        set_global_ctx(Context(config.page_size))
        self.device = torch.device("cpu")
        self.num_pages, self.max_seq_len = config.num_page_override, config.max_seq_len
        shape = (config.max_running_req + 1, self.max_seq_len)
        self.page_table = torch.full(shape, self.num_pages * config.page_size, dtype=torch.int32)
        self.attn_backend = self.sampler = self
        self.shadow = ShadowKV()
        self.fail_at = ""

    def prepare_metadata(self, batch: Batch) -> None:
        self._maybe_fail("prepare")

    def prepare(self, batch: Batch) -> None:
        """Greedy: no sampling arguments."""

    def forward_batch(self, batch: Batch, args: None) -> ForwardOutput:
        self._maybe_fail("store")
        self.shadow.store(batch, batch.out_loc)
        tokens = []
        for req in batch.reqs:
            slots = self.page_table[req.table_idx, : req.device_len].tolist()
            self.shadow.check_row(req, slots)
            tokens.append(next_token([self.shadow.memory[slot].token for slot in slots]))
        self._maybe_fail("forward")
        for req in batch.reqs:
            req.complete_one()
        row = torch.tensor(tokens, dtype=torch.int32)
        return ForwardOutput(row, row)

    def shutdown(self) -> None:
        reset_global_ctx()

    def _maybe_fail(self, place: str) -> None:
        if self.fail_at == place:
            self.fail_at = ""
            raise MockFailure(place)


def mock_scheduler(
    *,
    page_size: int = 1,
    num_pages: int = 64,
    cache: str = "naive",
    max_running_req: int = 8,
    max_seq_len: int = 32,
    budget: int = 8192,
) -> Any:
    """A ``Scheduler`` on a mock engine; cache "page-dict" is the reference cache."""
    config: Any = SimpleNamespace(
        page_size=page_size,
        num_page_override=num_pages,
        cache_type="naive" if cache == "page-dict" else cache,
        max_running_req=max_running_req,
        max_seq_len=min(max_seq_len, num_pages * page_size) // page_size * page_size,
        max_extend_tokens=budget,
        model_config=SimpleNamespace(eos_token_ids=frozenset({EOS})),
    )
    with patch("minisgl.scheduler.scheduler.Engine", MockEngine):
        scheduler: Any = Scheduler(config)
    if cache == "page-dict":
        scheduler.cache_manager.prefix_cache = PageDictCache(page_size)
    watch_frees(scheduler.cache_manager, scheduler.engine.shadow)
    return scheduler


def submit(
    scheduler: Any, uid: int, ids: Sequence[int], max_tokens: int, ignore_eos: bool = True
) -> None:
    params = SamplingParams(max_tokens=max_tokens, ignore_eos=ignore_eos)
    scheduler.inbox.put(UserMsg(uid, torch.tensor(list(ids), dtype=torch.int32), params))


def abort(scheduler: Any, uid: int) -> None:
    scheduler.inbox.put(AbortBackendMsg(uid))


def take_messages(scheduler: Any) -> None:
    """Let the scheduler read its inbox without computing anything."""
    for msg in scheduler.receive_msg():
        scheduler._process_one_msg(msg)


def step(scheduler: Any) -> list[DetokenizeMsg]:
    """One step, the ledger after it, and what it handed out."""
    scheduler.normal_loop()
    check_ledger(scheduler.cache_manager, scheduler.decode_manager.running_reqs)
    return scheduler.take_results()


def run_until_idle(scheduler: Any) -> dict[int, list[int]]:
    """Every token by uid, from now on until nothing is left to do."""
    take_messages(scheduler)
    tokens: dict[int, list[int]] = {}
    for _ in range(10_000):
        if not scheduler.runnable:
            return tokens
        for msg in step(scheduler):
            tokens.setdefault(msg.uid, []).append(msg.next_token)
    raise AssertionError("the scheduler does not come to an end")
