"""Chapter 9: the lives of requests on the radix cache, followed slot by slot without a model."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from helpers import t
from mock_engine import (
    MockFailure,
    abort,
    mock_scheduler,
    right_answer,
    run_until_idle,
    step,
    submit,
    take_messages,
)
from oracles import check_ledger

from minisgl.core import Req, SamplingParams


def running(scheduler: Any, uid: int) -> Req:
    req: Req = scheduler.decode_manager.get_req(uid)
    return req


def row(scheduler: Any, req: Req, length: int) -> list[int]:
    slots: list[int] = scheduler.engine.page_table[req.table_idx, :length].tolist()
    return slots


def cached_slots(scheduler: Any, *ids: int) -> list[int]:
    handle = scheduler.cache_manager.prefix_cache.match_prefix(t(*ids)).cuda_handle
    slots: list[int] = handle.get_matched_indices().tolist()
    return slots


def assert_all_is_given_back(scheduler: Any) -> None:
    """Nothing runs or waits, no row is taken, no node is locked, every page is somewhere."""
    assert scheduler.decode_manager.running_reqs == []
    assert not scheduler.runnable
    assert sorted(scheduler.table_manager._free_rows) == list(range(8))
    assert scheduler.cache_manager.prefix_cache.size_info.protected_size == 0
    assert scheduler._aborted_uids == set()
    check_ledger(scheduler.cache_manager, [])
    scheduler.run_when_idle()


def in_flight(scheduler: Any) -> Any:
    """The next batch, computed, its output not yet looked at."""
    take_messages(scheduler)
    forward_input = scheduler._schedule_next_batch()
    return forward_input, scheduler._forward(forward_input)


def test_equal_prompts_of_one_batch_end_on_the_same_slots() -> None:
    """mini-sglang PR 142: the duplicate pages were freed while the second row still read them."""
    scheduler = mock_scheduler(num_pages=20, cache="radix")
    for uid in (0, 1):
        submit(scheduler, uid, [0, 1, 2, 0], max_tokens=6)
    forward_input, output = in_flight(scheduler)
    first, second = forward_input.batch.reqs
    assert row(scheduler, first, 4) == [0, 1, 2, 3]
    assert row(scheduler, second, 4) == [4, 5, 6, 7]
    scheduler._process_last_data(forward_input, output)
    scheduler.take_results()
    assert row(scheduler, first, 4) == row(scheduler, second, 4) == [0, 1, 2, 3]
    assert sorted(scheduler.cache_manager.free_slots.tolist()) == list(range(4, 20))
    wanted = right_answer([0, 1, 2, 0], SamplingParams(max_tokens=6, ignore_eos=True), 32)
    assert run_until_idle(scheduler) == {0: wanted[1:], 1: wanted[1:]}
    assert_all_is_given_back(scheduler)


def test_pages_come_back_from_the_tree_as_whole_pages() -> None:
    """mini-sglang PR 80: four pages of four, all used, two evictable, and one is wanted. A node
    goes whole, so both come back: one is handed out, the other is free."""
    scheduler = mock_scheduler(page_size=4, num_pages=4, cache="radix", max_seq_len=16)
    submit(scheduler, 0, [0, 1] * 4, max_tokens=1)
    run_until_idle(scheduler)
    assert cached_slots(scheduler, *[0, 1] * 4) == list(range(8))
    submit(scheduler, 1, [2, 2, 2, 2, 2], max_tokens=3)
    step(scheduler)
    assert scheduler.cache_manager.free_slots.tolist() == []
    submit(scheduler, 2, [1], max_tokens=3)
    step(scheduler)
    assert row(scheduler, running(scheduler, 2), 4) == [0, 1, 2, 3]
    assert scheduler.cache_manager.free_slots.tolist() == [4]
    run_until_idle(scheduler)
    assert_all_is_given_back(scheduler)


def test_a_request_that_waits_and_is_aborted_never_runs() -> None:
    scheduler = mock_scheduler(cache="radix")
    submit(scheduler, 0, [0, 1], max_tokens=2)
    submit(scheduler, 1, [1, 1], max_tokens=2)
    abort(scheduler, 0)
    assert set(run_until_idle(scheduler)) == {1}
    assert cached_slots(scheduler, 0, 1) == []
    assert_all_is_given_back(scheduler)


@pytest.mark.parametrize("aborts", [1, 2])
@pytest.mark.parametrize("good_steps", [0, 2])
def test_an_abort_in_flight_frees_everything_once(good_steps: int, aborts: int) -> None:
    """mini-sglang PR 111: freed at the abort and again when the result came back; the row was
    handed out twice. With two good steps it is a decode that is in flight."""
    scheduler = mock_scheduler(page_size=2, num_pages=32, cache="radix")
    for uid, ids in enumerate(([0, 1, 2], [0, 1, 1])):
        submit(scheduler, uid, ids, max_tokens=6)
    for _ in range(good_steps):
        step(scheduler)
    forward_input, output = in_flight(scheduler)
    for _ in range(aborts):
        abort(scheduler, 0)
    take_messages(scheduler)
    assert running(scheduler, 0) is not None, "it was let go while it was computed"
    assert scheduler.table_manager.available_size == 6
    scheduler._process_last_data(forward_input, output)
    assert [msg.uid for msg in scheduler.take_results()] == [1]
    assert running(scheduler, 0) is None
    assert scheduler.table_manager.available_size == 7
    check_ledger(scheduler.cache_manager, scheduler.decode_manager.running_reqs)
    assert set(run_until_idle(scheduler)) == {1}
    assert_all_is_given_back(scheduler)


def test_an_abort_between_two_steps_takes_effect_at_once_and_keeps_what_is_cached() -> None:
    """SGLang issue 38319: pages that the tree took in while the request ran stay the tree's."""
    scheduler = mock_scheduler(page_size=2, num_pages=16, cache="radix")
    submit(scheduler, 0, [0, 1, 2, 0, 1], max_tokens=6)
    step(scheduler)
    cached = cached_slots(scheduler, 0, 1, 2, 0, 1)
    assert cached == [0, 1, 2, 3]
    abort(scheduler, 0)
    assert step(scheduler) == []
    assert cached_slots(scheduler, 0, 1, 2, 0, 1) == cached
    assert sorted(scheduler.cache_manager.free_slots.tolist()) == list(range(4, 32, 2))
    assert_all_is_given_back(scheduler)


@pytest.mark.parametrize("good_steps", [0, 2])
@pytest.mark.parametrize("place", ["prepare", "store", "forward"])
def test_a_failing_step_ends_its_requests_and_no_others(place: str, good_steps: int) -> None:
    """Eight rows, so the ninth request is not in the batch that fails: it runs afterwards."""
    scheduler = mock_scheduler(cache="radix", num_pages=256)
    for uid in range(9):
        submit(scheduler, uid, [0, 1, uid % 3], max_tokens=6)
    for _ in range(good_steps):
        step(scheduler)
    scheduler.engine.fail_at = place
    with pytest.raises(MockFailure):
        scheduler.normal_loop()
    check_ledger(scheduler.cache_manager, scheduler.decode_manager.running_reqs)
    assert scheduler.table_manager.available_size == 8
    scheduler.take_results()
    wanted = right_answer([0, 1, 2], SamplingParams(max_tokens=6, ignore_eos=True), 32)
    assert run_until_idle(scheduler) == {8: wanted}
    assert_all_is_given_back(scheduler)


def test_a_step_that_fails_after_an_abort_leaves_no_mark_on_the_uid() -> None:
    """The next request of that name must be answered in full."""
    scheduler = mock_scheduler(cache="radix")
    submit(scheduler, 0, [0, 1, 2], max_tokens=3)
    in_flight(scheduler)
    abort(scheduler, 0)
    take_messages(scheduler)
    scheduler._drop_in_flight()
    assert_all_is_given_back(scheduler)
    scheduler._drop_in_flight()  # nothing is in flight any more
    submit(scheduler, 0, [0, 1, 2], max_tokens=3)
    assert len(run_until_idle(scheduler)[0]) == 3


@pytest.mark.parametrize("page_size", [1, 4])
def test_a_longer_prompt_reads_the_slots_of_the_shorter_one(page_size: int) -> None:
    """The row starts with the tree's slots, and only the rest is computed (MinivLLM 98)."""
    scheduler = mock_scheduler(page_size=page_size, cache="radix")
    short, longer = [0, 1, 2, 0, 1, 2, 0, 1], [0, 1, 2, 0, 1, 2, 0, 1, 1, 1]
    submit(scheduler, 0, short, max_tokens=1)
    run_until_idle(scheduler)
    cached = cached_slots(scheduler, *short)
    assert len(cached) == 8
    submit(scheduler, 1, longer, max_tokens=2)
    forward_input, _ = in_flight(scheduler)
    (req,) = forward_input.batch.reqs
    assert row(scheduler, req, 8) == cached
    assert forward_input.batch.positions.tolist() == [8, 9]
    assert torch.equal(forward_input.batch.input_ids, torch.tensor([1, 1]))
