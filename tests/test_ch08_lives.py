"""Chapter 8: whole lives of requests: under pressure, failing, aborted, with a model."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy
from mock_engine import (
    MockFailure,
    abort,
    mock_scheduler,
    right_answer,
    run_until_idle,
    step,
    submit,
)
from oracles import check_ledger
from reference_cache import PageDictCache

from minisgl.core import SamplingParams

PAGE_SIZES = [1, 2, 4, 16]


@pytest.mark.parametrize("cache", ["naive", "page-dict"])
@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_the_ledger_holds_after_every_step_under_pressure(page_size: int, cache: str) -> None:
    """Thirty requests with common beginnings through a pool for two or three of them."""
    scheduler = mock_scheduler(
        page_size=page_size, num_pages=48 // page_size, cache=cache, budget=40
    )
    params, prompts = {}, {}
    for uid in range(30):
        base = ([0, 1, 2], [2, 1, 0], [1, 1, 0, 2])[uid % 3] * 7
        prompts[uid] = [*base[: 1 + (uid * 5) % 20], uid % 4]
        params[uid] = SamplingParams(max_tokens=1 + (uid * 7) % 12, ignore_eos=uid % 2 == 0)
        submit(scheduler, uid, prompts[uid], params[uid].max_tokens, params[uid].ignore_eos)
    answers = run_until_idle(scheduler)  # looks at the ledger after each step
    wanted = {uid: right_answer(prompts[uid], params[uid], 32) for uid in prompts}
    assert answers == wanted
    manager = scheduler.cache_manager
    assert manager.prefix_cache.size_info.protected_size == 0
    assert manager.available_size == 48
    assert scheduler.table_manager.available_size == 8
    if cache == "page-dict":
        assert manager.prefix_cache.evict_calls, "there was no pressure"


@pytest.mark.parametrize("page_size", PAGE_SIZES)
@pytest.mark.parametrize("fail_at", ["prepare", "store", "forward"])
@pytest.mark.parametrize("good_steps", [0, 1, 3])
def test_a_failing_step_frees_what_its_requests_held(
    good_steps: int, fail_at: str, page_size: int
) -> None:
    scheduler = mock_scheduler(page_size=page_size, num_pages=64 // page_size, cache="page-dict")
    for uid in range(3):
        submit(scheduler, uid, [0, 1, 2, 0, 1], max_tokens=6)
    for _ in range(good_steps):
        step(scheduler)
    scheduler.engine.fail_at = fail_at
    with pytest.raises(MockFailure):
        scheduler.normal_loop()
    check_ledger(scheduler.cache_manager, scheduler.decode_manager.running_reqs)
    assert scheduler.decode_manager.running_reqs == []
    assert scheduler.cache_manager.prefix_cache.size_info.protected_size == 0
    assert scheduler.table_manager.available_size == 8
    submit(scheduler, 9, [0, 1, 2, 0, 1], max_tokens=6)
    wanted = right_answer([0, 1, 2, 0, 1], SamplingParams(max_tokens=6, ignore_eos=True), 32)
    assert run_until_idle(scheduler) == {9: wanted}


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_a_running_request_that_is_aborted_leaves_what_it_computed(page_size: int) -> None:
    scheduler = mock_scheduler(page_size=page_size, num_pages=64 // page_size, cache="page-dict")
    submit(scheduler, 0, [0, 1] * 8, max_tokens=6)
    for _ in range(3):
        step(scheduler)
    abort(scheduler, 0)
    assert step(scheduler) == []
    assert scheduler.table_manager.available_size == 8
    cached = scheduler.cache_manager.prefix_cache.size_info
    assert cached == (18 // page_size * page_size, 0)


# --- with a model --------------------------------------------------------------------------------


@pytest.mark.parametrize("cache", ["naive", "page-dict"])
@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_tokens_equal_hugging_face_with_pages_of_any_size(page_size: int, cache: str) -> None:
    """Two rounds; with a cache the second computes only what is not in full pages of it."""
    llm = build_llm(QWEN3, page_size=page_size, num_page_override=576 // page_size)
    if cache == "page-dict":
        llm.cache_manager.prefix_cache = PageDictCache(page_size)
    for _ in range(2):
        answers = llm.generate(PROMPTS, greedy(6))
        assert [a["token_ids"] for a in answers] == hf_greedy(QWEN3, PROMPTS, 6)
    check_ledger(llm.cache_manager, [])
    llm.shutdown()


def test_logits_on_a_hit_equal_those_without_a_cache() -> None:
    """MinivLLM 98 again, by its effect: the same prompt, computed whole and from a prefix."""
    scores = []
    llm = build_llm(QWEN3, page_size=4)
    llm.cache_manager.prefix_cache = PageDictCache(4)
    sample = llm.engine.sampler.sample

    def spy(logits: torch.Tensor, args: Any) -> torch.Tensor:
        scores.append(logits)
        return sample(logits, args)

    llm.engine.sampler.sample = spy
    for _ in range(2):
        llm.generate([PROMPTS[2]], greedy(1))
    torch.testing.assert_close(scores[1], scores[0], rtol=1e-3, atol=1e-3)
    llm.shutdown()
