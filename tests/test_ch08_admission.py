"""Chapter 8: who may start, counted in whole pages and with what is cached."""

from __future__ import annotations

from typing import Any

import pytest
from mock_engine import (
    mock_scheduler,
    run_until_idle,
    step,
    submit,
    take_messages,
)


def uids_running(scheduler: Any) -> list[int]:
    return [req.uid for req in scheduler.decode_manager.running_reqs]


@pytest.mark.parametrize("cache", ["naive", "page-dict"])
def test_admission_counts_whole_pages(cache: str) -> None:
    """FreeToken PR 367: four pages of four, five requests of 2 + 1 tokens. By tokens all five fit
    (15 of 16), by pages four do; the fifth must wait and not find the pool empty."""
    scheduler = mock_scheduler(page_size=4, num_pages=4, cache=cache)
    for uid in range(5):
        submit(scheduler, uid, [uid % 3, 2], max_tokens=1)
    take_messages(scheduler)
    forward_input = scheduler._schedule_next_batch()
    assert uids_running(scheduler) == [0, 1, 2, 3]
    scheduler._process_last_data(forward_input, scheduler._forward(forward_input))
    scheduler.take_results()
    assert set(run_until_idle(scheduler)) == {4}


def test_pages_that_a_request_matched_are_not_evictable_for_it() -> None:
    """Ten slots: request 0 holds four, four are cached, two are free. Request 1 finds the four and
    needs three more. Counted before they are locked, they would seem to be there for it."""
    scheduler = mock_scheduler(num_pages=10, cache="page-dict")
    submit(scheduler, 0, [0, 1, 0, 1], max_tokens=1)
    run_until_idle(scheduler)
    submit(scheduler, 1, [2, 2, 2], max_tokens=2)
    step(scheduler)
    assert scheduler.cache_manager.available_size == 7
    submit(scheduler, 2, [0, 1, 0, 1, 2], max_tokens=3)
    take_messages(scheduler)
    manager = scheduler.prefill_manager
    assert manager.schedule_next_batch(8192) is None
    assert scheduler.cache_manager.prefix_cache.size_info.protected_size == 3, "unlocked again"
    answers = run_until_idle(scheduler)
    assert {uid: len(tokens) for uid, tokens in answers.items()} == {1: 1, 2: 3}


def test_what_was_matched_need_not_fit_a_second_time() -> None:
    """Eleven slots: request 0 holds six and will want two more. The same prompt again has eight in
    its life, but finds five of them: the three that are left are enough."""
    scheduler = mock_scheduler(num_pages=11, cache="page-dict")
    submit(scheduler, 0, [0, 1, 2, 0, 1, 2], max_tokens=2)
    step(scheduler)
    submit(scheduler, 1, [0, 1, 2, 0, 1, 2], max_tokens=2)
    step(scheduler)
    assert uids_running(scheduler) == [0, 1]
    run_until_idle(scheduler)


def test_only_what_is_not_cached_counts_against_the_budget() -> None:
    scheduler = mock_scheduler(cache="page-dict", budget=10)
    submit(scheduler, 0, [0, 1] * 4, max_tokens=1)
    run_until_idle(scheduler)
    for uid in range(1, 8):
        submit(scheduler, uid, [0, 1] * 4 + [2], max_tokens=2)
    take_messages(scheduler)
    batch = scheduler.prefill_manager.schedule_next_batch(5)
    assert [req.uid for req in batch.reqs] == [1, 2, 3, 4, 5]
    assert [req.extend_len for req in batch.reqs] == [1] * 5


def test_on_a_hit_positions_start_behind_the_cached_part() -> None:
    """MinivLLM 98: they started at 0, and the tokens were rotated for the wrong place."""
    scheduler = mock_scheduler(page_size=2, cache="page-dict")
    submit(scheduler, 0, [0, 1, 2, 0, 1], max_tokens=1)
    run_until_idle(scheduler)
    submit(scheduler, 1, [0, 1, 2, 0, 1, 1], max_tokens=1)
    take_messages(scheduler)
    batch = scheduler._schedule_next_batch().batch
    assert batch.positions.tolist() == [4, 5]
    assert batch.input_ids.tolist() == [1, 1]
    row = scheduler.cache_manager.page_table[batch.reqs[0].table_idx]
    assert batch.out_loc.tolist() == row[4:6].tolist()
