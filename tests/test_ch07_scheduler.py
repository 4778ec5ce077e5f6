"""Chapter 7: many requests share one engine, and each gets the tokens that it would get alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy, t
from llm_steps import all_is_free, ids_of, send, trace

from minisgl.core import SamplingParams
from minisgl.message import (
    AbortBackendMsg,
    BaseBackendMsg,
    BatchBackendMsg,
    RejectMsg,
    UserMsg,
)


@pytest.fixture
def llm() -> Iterator[Any]:
    llm = build_llm(QWEN3)
    yield llm
    llm.shutdown()


def test_tokens_equal_hugging_face_for_many_requests_at_once(llm: Any) -> None:
    """19 requests on 8 rows, of many lengths, joining and leaving at different steps."""
    prompts = [p + " and" * n for n in range(4) for p in PROMPTS][:19]
    lengths = [1 + (5 * i) % 12 for i in range(len(prompts))]
    steps = trace(llm)
    answers = llm.generate(prompts, [greedy(n) for n in lengths])
    whole = hf_greedy(QWEN3, prompts, 12)
    assert [a["token_ids"] for a in answers] == [w[:n] for w, n in zip(whole, lengths, strict=True)]
    assert max(len(uids) for _, uids, _ in steps) == 8
    assert sum(phase == "prefill" for phase, _, _ in steps) > 2
    assert all_is_free(llm)


def test_tokens_do_not_depend_on_who_else_runs(llm: Any) -> None:
    prompts = PROMPTS[:4]
    together = [a["token_ids"] for a in llm.generate(prompts, greedy(6))]
    backwards = [a["token_ids"] for a in llm.generate(prompts[::-1], greedy(6))]
    alone = [llm.generate([p], greedy(6))[0]["token_ids"] for p in prompts]
    assert together == backwards[::-1] == alone == hf_greedy(QWEN3, prompts, 6)


def test_slots_are_used_again_and_tokens_stay_right() -> None:
    """Ten requests that do not fit together; a slot freed too early would be overwritten."""
    llm = build_llm(QWEN3, num_page_override=128)
    assert sum(len(ids_of(llm, p)) + 6 for p in PROMPTS * 2) > 2 * 128
    answers = llm.generate(PROMPTS * 2, greedy(6))
    assert [a["token_ids"] for a in answers] == hf_greedy(QWEN3, PROMPTS, 6) * 2
    assert all_is_free(llm)
    llm.shutdown()


def test_a_new_prompt_goes_before_running_requests_and_joins_them(llm: Any) -> None:
    steps = trace(llm)
    long, short = len(ids_of(llm, PROMPTS[0])), len(ids_of(llm, PROMPTS[3]))
    send(llm, 0, PROMPTS[0], max_tokens=4)
    llm.normal_loop()
    llm.normal_loop()
    send(llm, 1, PROMPTS[3], max_tokens=2)
    while not llm.inbox.empty() or llm.runnable:
        llm.normal_loop()
    assert steps == [
        ("prefill", [0], long),
        ("decode", [0], 1),
        ("prefill", [1], short),
        ("decode", [0, 1], 2),
        ("decode", [0], 1),
    ]
    replies = [(m.uid, m.finish_reason) for m in llm.take_results()]
    assert replies == [(0, None), (0, None), (1, None), (0, None), (1, "length"), (0, "length")]


def test_a_batch_of_messages_is_taken_in_order_before_anything_runs(llm: Any) -> None:
    steps = trace(llm)
    ids = t(1, 2, 3)
    llm.inbox.put(
        BatchBackendMsg(
            [UserMsg(0, ids, greedy(1)), UserMsg(1, ids, greedy(1)), AbortBackendMsg(0)]
        )
    )
    llm.normal_loop()
    assert steps == [("prefill", [1], 3)]


def test_an_unknown_message_is_an_error_in_the_caller(llm: Any) -> None:
    with pytest.raises(TypeError, match="the scheduler does not know BaseBackendMsg"):
        llm._process_one_msg(BaseBackendMsg())


@pytest.mark.parametrize("length", [0, 16, 17])
def test_a_request_that_can_never_run_is_rejected_with_a_reason(length: int) -> None:
    """Fails if it waits for ever: 15 tokens are the most that leave room for an answer."""
    llm = build_llm(QWEN3, max_seq_len_override=16)
    llm.inbox.put(UserMsg(3, torch.ones(length, dtype=torch.int32), greedy(1)))
    llm.inbox.put(UserMsg(4, torch.ones(15, dtype=torch.int32), greedy(1)))
    llm.normal_loop()
    rejected, answered = llm.take_results()
    assert rejected == RejectMsg(3, f"a prompt has 1 to 15 tokens, not {length}")
    assert (answered.uid, answered.finish_reason) == (4, "length")
    assert all_is_free(llm)
    llm.shutdown()


def test_the_pool_bounds_the_longest_sequence() -> None:
    """A prompt longer than the whole pool would otherwise wait for ever."""
    llm = build_llm(QWEN3, num_page_override=10)
    assert llm.max_seq_len == 10
    with pytest.raises(ValueError, match="prompt 0 has 10 tokens: it must have 1 to 9"):
        llm.generate([[1] * 10], greedy(1))
    assert len(llm.generate([[1] * 9], greedy(5))[0]["token_ids"]) == 1
    assert all_is_free(llm)
    llm.shutdown()


def test_an_answer_is_cut_to_the_room_that_there_is() -> None:
    llm = build_llm(QWEN3, max_seq_len_override=32)
    ids = ids_of(llm, PROMPTS[0])
    (answer,) = llm.generate([ids], greedy(1000))
    assert answer["finish_reason"] == "length"
    assert answer["token_ids"] == hf_greedy(QWEN3, [ids], 32 - len(ids))[0]
    assert all_is_free(llm)
    llm.shutdown()


# --- finish reasons ------------------------------------------------------------------------------


def test_an_end_of_sequence_token_ends_the_answer_and_belongs_to_it(llm: Any) -> None:
    """The third token that the model will say is declared the end."""
    whole = hf_greedy(QWEN3, [PROMPTS[0]], 6)[0]
    end = next(i for i in range(2, 6) if whole[i] not in whole[:i])
    llm._eos_token_ids = frozenset({whole[end]})
    (answer,) = llm.generate([PROMPTS[0]], SamplingParams(max_tokens=6))
    assert answer["token_ids"] == whole[: end + 1]
    assert answer["finish_reason"] == "stop"
    (answer,) = llm.generate([PROMPTS[0]], SamplingParams(max_tokens=6, ignore_eos=True))
    assert answer["token_ids"] == whole
    assert answer["finish_reason"] == "length"


def test_ending_by_itself_on_the_last_token_counts_as_stop(llm: Any) -> None:
    whole = hf_greedy(QWEN3, [PROMPTS[0]], 6)[0]
    end = next(i for i in range(2, 6) if whole[i] not in whole[:i])
    llm._eos_token_ids = frozenset({whole[end]})
    (answer,) = llm.generate([PROMPTS[0]], SamplingParams(max_tokens=end + 1))
    assert answer["finish_reason"] == "stop"


def test_one_token_is_one_forward(llm: Any) -> None:
    """Fails if a request that is full after its prefill is decoded once more."""
    steps = trace(llm)
    (answer,) = llm.generate([PROMPTS[0]], greedy(1))
    assert answer["token_ids"] == hf_greedy(QWEN3, [PROMPTS[0]], 1)[0]
    assert [phase for phase, _, _ in steps] == ["prefill"]
