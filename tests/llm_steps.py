"""Driving an ``LLM`` step by step, and looking at what it did."""

from __future__ import annotations

from typing import Any

import torch
from helpers import greedy

from minisgl.message import UserMsg


def all_is_free(llm: Any) -> bool:
    """No request, no row, no slot and no message is left over."""
    llm.cache_manager.check_integrity()
    assert llm.take_results() == []
    assert llm.inbox.empty()
    assert not llm.runnable
    assert llm._in_flight is None
    assert llm._aborted_uids == set()
    assert sorted(llm.cache_manager.free_slots.tolist()) == list(range(llm.engine.num_pages))
    rows = [llm.table_manager.allocate() for _ in range(llm.table_manager.available_size)]
    assert sorted(rows) == list(range(8))
    for row in reversed(sorted(rows)):
        llm.table_manager.free(row)
    return True


def ids_of(llm: Any, prompt: str) -> list[int]:
    return list(llm.tokenizer(prompt).input_ids)


def send(llm: Any, uid: int, prompt: str, max_tokens: int = 4) -> None:
    ids = torch.tensor(ids_of(llm, prompt), dtype=torch.int32)
    llm.inbox.put(UserMsg(uid, ids, greedy(max_tokens)))


def read_inbox(llm: Any) -> None:
    for msg in llm.receive_msg():
        llm._process_one_msg(msg)


def trace(llm: Any) -> list[tuple[str, list[int], int]]:
    """From now on: the phase, the uids and the token count of every forward."""
    steps: list[tuple[str, list[int], int]] = []
    forward = llm._forward

    def spy(forward_input: Any) -> Any:
        batch = forward_input.batch
        steps.append((batch.phase, [req.uid for req in batch.reqs], len(batch.input_ids)))
        return forward(forward_input)

    llm._forward = spy
    return steps
