"""The whole engine under two watchers, and proof that the watchers see what they are there for."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import torch
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy
from mock_engine import mock_scheduler, run_until_idle, step, submit
from oracles import OracleError, check_ledger, watch

from minisgl.core import Req
from minisgl.message import AbortBackendMsg, UserMsg

CACHES = ["naive", "radix"]
PAGE_SIZES = [1, 2, 4, 16]
SHARED = "You are a helpful assistant. "


# --- the watchers on a healthy engine -------------------------------------------------------------


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_a_healthy_engine_passes_under_pressure(page_size: int, cache: str) -> None:
    """Duplicates in one batch, shared beginnings, a pool for about three of eight requests."""
    prompts = [SHARED + p for p in PROMPTS[:2]] * 2 + [PROMPTS[3]] * 2 + [SHARED, PROMPTS[2]]
    llm = build_llm(
        QWEN3, page_size=page_size, cache_type=cache, num_page_override=208 // page_size
    )
    shadow = watch(llm)
    for _ in range(2):
        answers = llm.generate(prompts, greedy(5))
        assert [a["token_ids"] for a in answers] == hf_greedy(QWEN3, prompts, 5)
    assert shadow.rows_checked == 2 * len(prompts) * 5
    check_ledger(llm.cache_manager, [])
    assert llm.cache_manager.prefix_cache.size_info.protected_size == 0
    llm.shutdown()


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_aborts_at_random_steps_harm_nobody_else(page_size: int, cache: str) -> None:
    """Requests come and go at seeded random steps; each token handed out is the right one."""
    dice = random.Random(page_size)
    prompts = [SHARED, SHARED + "Now count.", PROMPTS[0], PROMPTS[3], SHARED]
    right = hf_greedy(QWEN3, prompts, 8)
    llm = build_llm(
        QWEN3, page_size=page_size, cache_type=cache, num_page_override=128 // page_size
    )
    shadow = watch(llm)
    tokens: dict[int, list[int]] = {}
    aborted: set[int] = set()
    while len(tokens) < 20 or llm.runnable:
        uid = len(tokens)
        if uid < 20 and dice.random() < 0.6:
            ids = llm.tokenizer(prompts[uid % 5]).input_ids
            llm.inbox.put(UserMsg(uid, torch.tensor(ids, dtype=torch.int32), greedy(8)))
            tokens[uid] = []
        if tokens and dice.random() < 0.3:
            victim = dice.choice(sorted(tokens))
            llm.inbox.put(AbortBackendMsg(victim))
            aborted.add(victim)
        llm.normal_loop()
        for msg in llm.take_results():
            tokens[msg.uid].append(msg.next_token)
    for uid, got in tokens.items():
        assert got == right[uid % 5][: len(got)]
        assert len(got) == 8 or uid in aborted
    assert any(len(tokens[uid]) < 8 for uid in aborted)
    assert shadow.rows_checked > 40
    check_ledger(llm.cache_manager, [])
    assert llm.table_manager.available_size == 8
    assert llm.cache_manager.prefix_cache.size_info.protected_size == 0
    llm.shutdown()


# --- the watchers on a sick engine ----------------------------------------------------------------


def keep_stale_rows(scheduler: Any) -> None:
    """mini-sglang PR 142: the duplicates are freed, but the row is not rewritten."""
    manager, cache_req = scheduler.cache_manager, scheduler.cache_manager.cache_req

    def stale_cache_req(req: Req, *, finished: bool) -> None:
        row = manager.page_table[req.table_idx].clone()
        cache_req(req, finished=finished)
        manager.page_table[req.table_idx] = row

    manager.cache_req = stale_cache_req


def free_pages_twice(scheduler: Any) -> None:
    manager, free = scheduler.cache_manager, scheduler.cache_manager._free

    def free_twice(slots: torch.Tensor) -> None:
        free(slots)
        free(slots)

    manager._free = free_twice


def free_nothing(scheduler: Any) -> None:
    scheduler.cache_manager._free = lambda slots: None


def free_while_running(scheduler: Any) -> None:
    """A request that goes on gives its pages up as if it had ended."""
    manager, cache_req = scheduler.cache_manager, scheduler.cache_manager.cache_req

    def eager_cache_req(req: Req, *, finished: bool) -> None:
        held = manager.page_table[req.table_idx, : manager._held_len[req.table_idx]].clone()
        cache_req(req, finished=finished)
        if not finished:
            manager._free(held)

    manager.cache_req = eager_cache_req


def share_a_page(scheduler: Any) -> None:
    """The last page that is given out stays on the free list too."""
    manager, take = scheduler.cache_manager, scheduler.cache_manager._take_pages

    def take_pages(count: int) -> torch.Tensor:
        pages = take(count)
        manager.free_slots = torch.cat([manager.free_slots, pages[-1:]])
        return pages

    manager._take_pages = take_pages


@pytest.mark.parametrize("page_size", [1, 2, 4])
def test_the_shadow_sees_a_stale_row_and_every_size_check_passes(page_size: int) -> None:
    """Two equal prompts in one batch; the second goes on to read pages that are free."""
    scheduler = mock_scheduler(page_size=page_size, num_pages=32, cache="radix")
    keep_stale_rows(scheduler)
    for uid in range(2):
        submit(scheduler, uid, [0, 1, 2, 0], max_tokens=4)
    step(scheduler)  # the ledger looks on, and sees nothing
    scheduler.cache_manager.check_integrity(scheduler.decode_manager.running_reqs)
    with pytest.raises(
        OracleError, match=r"request 1 reads slot \d+ for its token 0, where .*freed"
    ):
        step(scheduler)


def test_the_shadow_sees_a_stale_row_in_a_run_with_a_model() -> None:
    llm = build_llm(QWEN3, cache_type="radix", page_size=4)
    keep_stale_rows(llm)
    watch(llm)
    with pytest.raises(
        OracleError, match=r"request 1 reads slot \d+ for its token 0, where .*freed"
    ):
        llm.generate([SHARED, SHARED], greedy(4))
    llm.shutdown()


def test_a_stale_row_gives_wrong_tokens_in_the_end() -> None:
    """Why it matters: the freed pages are given to the next prompt, and the answer changes."""
    llm = build_llm(QWEN3, cache_type="radix", page_size=1, num_page_override=80)
    keep_stale_rows(llm)
    prompts = [SHARED, SHARED]
    ids = torch.tensor(llm.tokenizer(SHARED).input_ids, dtype=torch.int32)
    for uid in range(2):
        llm.inbox.put(UserMsg(uid, ids, greedy(8)))
    llm.normal_loop()
    other = torch.tensor(llm.tokenizer(PROMPTS[0]).input_ids, dtype=torch.int32)
    llm.inbox.put(UserMsg(2, other, greedy(1)))
    llm.cache_manager.free_slots = llm.cache_manager.free_slots.flip(0)  # last freed, first used
    while llm.runnable or not llm.inbox.empty():
        llm.normal_loop()
    tokens: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for msg in llm.take_results():
        tokens[msg.uid].append(msg.next_token)
    right = hf_greedy(QWEN3, prompts, 8)
    assert tokens[0] == right[0]
    assert tokens[1] != right[1]
    llm.cache_manager.check_integrity()
    llm.shutdown()


def test_the_shadow_sees_positions_that_start_at_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """MinivLLM 98: on a hit the computed part is put where the cached part lies."""
    monkeypatch.setattr(
        "minisgl.scheduler.scheduler.make_positions",
        lambda reqs: torch.cat([torch.arange(req.extend_len) for req in reqs]),
    )
    scheduler = mock_scheduler(cache="radix")
    submit(scheduler, 0, [0, 1, 2, 0], max_tokens=1)
    assert len(run_until_idle(scheduler)[0]) == 1
    submit(scheduler, 1, [0, 1, 2, 0], max_tokens=1)
    with pytest.raises(OracleError, match="request 1 reads slot 0 for its token 0"):
        step(scheduler)


@pytest.mark.parametrize(
    ("sabotage", "message"),
    [
        (free_pages_twice, "is in two places: free and free"),
        (free_while_running, "is in two places: free and (free|node|request)"),
        (share_a_page, "is in two places: free and (free|request 1)"),
        (free_nothing, "lost pages"),
    ],
)
@pytest.mark.parametrize("page_size", [1, 4])
@pytest.mark.parametrize("cache", CACHES)
def test_the_ledger_sees_each_way_of_losing_count(
    cache: str, page_size: int, sabotage: Callable[[Any], None], message: str
) -> None:
    scheduler = mock_scheduler(page_size=page_size, num_pages=32, cache=cache)
    sabotage(scheduler)
    for uid in range(2):
        submit(scheduler, uid, [0, 1, 2, 0, 1], max_tokens=3)
    with pytest.raises(OracleError, match=message):
        run_until_idle(scheduler)


def test_the_ledger_sees_what_the_counts_cannot() -> None:
    """One page lost and another one twice: the sum is right."""
    scheduler = mock_scheduler(num_pages=8, cache="radix")
    submit(scheduler, 0, [0, 1, 2], max_tokens=1)
    run_until_idle(scheduler)
    manager = scheduler.cache_manager
    cached = manager.prefix_cache.match_prefix(torch.tensor([0, 1, 2], dtype=torch.int32))
    manager.free_slots[0] = cached.cuda_handle.get_matched_indices()[0]
    manager.check_integrity()  # counts free and cached pages; does not compare them
    with pytest.raises(OracleError, match="page 0 is in two places: free and node 0"):
        check_ledger(manager, [])


def test_the_ledger_sees_a_page_that_is_torn_apart() -> None:
    scheduler = mock_scheduler(page_size=4, num_pages=8)
    submit(scheduler, 0, [0, 1, 2], max_tokens=4)
    step(scheduler)
    scheduler.cache_manager.page_table[0, 1] = 7
    with pytest.raises(OracleError, match="request 0 does not hold whole pages"):
        check_ledger(scheduler.cache_manager, scheduler.decode_manager.running_reqs)


def test_the_shadow_sees_two_tokens_in_one_slot() -> None:
    scheduler = mock_scheduler(num_pages=8)
    allocate = scheduler.cache_manager.allocate_paged

    def same_rows(reqs: list[Req]) -> None:
        allocate(reqs)
        scheduler.cache_manager.page_table[1] = scheduler.cache_manager.page_table[0]

    scheduler.cache_manager.allocate_paged = same_rows
    for uid in range(2):
        submit(scheduler, uid, [0, 1, 2], max_tokens=1)
    with pytest.raises(OracleError, match="two tokens of a batch go to one slot"):
        scheduler.normal_loop()
