"""Chapter 7: a step that fails leaves the books right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy
from llm_steps import all_is_free, read_inbox, send

from minisgl.message import (
    AbortBackendMsg,
)


@pytest.fixture
def llm() -> Iterator[Any]:
    llm = build_llm(QWEN3)
    yield llm
    llm.shutdown()


def fail_in(llm: Any, method: str, on_call: int, after: bool, error: BaseException) -> None:
    """Make the n-th call of a method raise, before or after it did its work; later calls work."""
    original: Callable[..., Any] = getattr(llm, method)
    calls = 0

    def failing(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == on_call and not after:
            raise error
        result = original(*arguments)
        if calls == on_call:
            raise error
        return result

    setattr(llm, method, failing)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("on_call", [1, 2, 3])
@pytest.mark.parametrize("method", ["_prepare_batch", "_forward", "_process_last_data"])
def test_a_failing_step_leaves_the_books_right(
    llm: Any, method: str, on_call: int, after: bool, error: type[BaseException]
) -> None:
    """The first step is a prefill, the second a decode. (After ``_forward`` the requests already
    count the token that was sampled and is lost.)"""
    fail_in(llm, method, on_call, after, error())
    with pytest.raises(error):
        llm.generate(PROMPTS * 2, greedy(4))  # ten: two of them still wait
    assert all_is_free(llm)
    answers = llm.generate(PROMPTS, greedy(4))
    assert [a["token_ids"] for a in answers] == hf_greedy(QWEN3, PROMPTS, 4)
    assert all_is_free(llm)


def test_a_token_id_that_does_not_fit_is_refused_before_anything_runs(llm: Any) -> None:
    """Otherwise the good prompt before it would be answered in the next call."""
    with pytest.raises(RuntimeError):
        llm.generate([[1, 2], [2**31]], greedy(4))
    assert llm.inbox.empty()
    assert all_is_free(llm)
    assert len(llm.generate([[1, 2]], greedy(4))) == 1


def test_a_prompt_that_the_model_cannot_read_fails_alone(llm: Any) -> None:
    """A token id beyond the vocabulary breaks the embedding: a real failure inside a forward."""
    with pytest.raises((IndexError, RuntimeError)):
        llm.generate([[1, 2, 10_000_000]], greedy(2))
    assert all_is_free(llm)
    assert [a["token_ids"] for a in llm.generate(PROMPTS[:1], greedy(4))] == hf_greedy(
        QWEN3, PROMPTS[:1], 4
    )


def test_what_waits_is_not_lost_with_the_step_that_fails(llm: Any) -> None:
    """Eight rows: the ninth request was not in the failing batch; it runs at the next step."""
    fail_in(llm, "_forward", 1, False, RuntimeError("broken"))
    for uid in range(9):
        send(llm, uid, PROMPTS[0], max_tokens=2)
    with pytest.raises(RuntimeError, match="broken"):
        llm.normal_loop()
    llm.normal_loop()
    llm.normal_loop()
    assert [m.uid for m in llm.take_results()] == [8, 8]
    assert all_is_free(llm)


def test_a_step_that_fails_after_an_abort_frees_the_request_once(llm: Any) -> None:
    """Fails if the uid stays marked: the next request of that name would be dropped."""
    send(llm, 0, PROMPTS[0])
    read_inbox(llm)
    llm._schedule_next_batch()
    llm.inbox.put(AbortBackendMsg(0))
    read_inbox(llm)
    llm._drop_in_flight()
    assert all_is_free(llm)


def test_a_scheduler_that_cannot_be_made_gives_the_context_back() -> None:
    with pytest.raises(ValueError, match="unknown prefix cache 'lru'"):
        build_llm(QWEN3, cache_type="lru")
    build_llm(QWEN3).shutdown()
