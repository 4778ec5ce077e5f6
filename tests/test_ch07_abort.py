"""Chapter 7: requests that are aborted, wherever they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy
from llm_steps import all_is_free, read_inbox, send, trace

from minisgl.message import (
    AbortBackendMsg,
)


@pytest.fixture
def llm() -> Iterator[Any]:
    llm = build_llm(QWEN3)
    yield llm
    llm.shutdown()


def test_aborting_a_request_that_waits_means_it_never_runs(llm: Any) -> None:
    steps = trace(llm)
    send(llm, 0, PROMPTS[0], max_tokens=1)
    send(llm, 1, PROMPTS[1], max_tokens=1)
    llm.inbox.put(AbortBackendMsg(0))
    llm.normal_loop()
    assert [uids for _, uids, _ in steps] == [[1]]
    assert [m.uid for m in llm.take_results()] == [1]
    assert all_is_free(llm)


def test_aborting_a_running_request_leaves_the_others_alone(llm: Any) -> None:
    send(llm, 0, PROMPTS[0], max_tokens=8)
    send(llm, 1, PROMPTS[2], max_tokens=8)
    tokens: dict[int, list[int]] = {0: [], 1: []}
    for number in range(8):
        if number == 3:
            llm.inbox.put(AbortBackendMsg(0))
        llm.normal_loop()
        for msg in llm.take_results():
            tokens[msg.uid].append(msg.next_token)
    whole = hf_greedy(QWEN3, [PROMPTS[0], PROMPTS[2]], 8)
    assert tokens == {0: whole[0][:3], 1: whole[1]}
    assert all_is_free(llm)


@pytest.mark.parametrize("decode_steps", [0, 2])
def test_aborting_a_request_in_flight_frees_it_once(llm: Any, decode_steps: int) -> None:
    """mini-sglang PR 111: its pages were freed twice, and its row was handed out twice."""
    send(llm, 0, PROMPTS[0], max_tokens=8)
    send(llm, 1, PROMPTS[1], max_tokens=8)
    for _ in range(decode_steps):
        llm.normal_loop()
    read_inbox(llm)
    llm.take_results()
    forward_input = llm._schedule_next_batch()
    output = llm._forward(forward_input)
    llm.inbox.put(AbortBackendMsg(0))
    llm.inbox.put(AbortBackendMsg(0))  # an impatient user
    read_inbox(llm)
    rows_taken = {req.table_idx for req in forward_input.batch.reqs}
    assert llm.table_manager.available_size == 6, "its row was let go while it was computed"
    assert llm.table_manager.allocate() not in rows_taken
    llm.table_manager.free(2)
    llm._process_last_data(forward_input, output)
    assert [m.uid for m in llm.take_results()] == [1]
    assert llm.table_manager.available_size == 7
    while llm.runnable:
        llm.normal_loop()
    tokens = [m.next_token for m in llm.take_results()]
    assert tokens == hf_greedy(QWEN3, [PROMPTS[1]], 8)[0][decode_steps + 1 :]
    assert all_is_free(llm)


def test_aborting_an_unknown_or_finished_request_does_nothing(llm: Any) -> None:
    llm.generate([PROMPTS[0]], greedy(2))
    for uid in (0, 77):
        llm.inbox.put(AbortBackendMsg(uid))
    llm.normal_loop()
    assert all_is_free(llm)
