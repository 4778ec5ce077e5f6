"""Model-based fuzz of everything between the inbox and the forward, on an engine without a model.

Hypothesis submits, steps, aborts (waiting, running, in flight) and lets forwards fail, in an order
of its choice. After every rule each page is in one place; at every forward each row holds its own
tokens; every token handed out is the one that the request would get alone; and at the end all is
given back. On a failure Hypothesis prints the shortest program that it found.
"""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from mock_engine import (
    MockFailure,
    abort,
    mock_scheduler,
    right_answer,
    run_until_idle,
    submit,
    take_messages,
)
from oracles import check_ledger

from minisgl.core import SamplingParams

POOL_SLOTS, ROWS, MAX_SEQ_LEN = 64, 4, 32

# Two tokens and three beginnings: prompts are often equal, or one begins like the other.
PROMPTS = st.builds(
    lambda start, rest: start + rest,
    st.sampled_from([[], [0, 1, 0, 1], [0, 1] * 8]),
    st.lists(st.integers(0, 1), min_size=1, max_size=12),
)


class EngineMachine(RuleBasedStateMachine):
    """What the caller knows of his requests, beside the scheduler that serves them."""

    cache: str
    page_size: int

    @initialize(budget=st.sampled_from([8, 64]))
    def start(self, budget: int) -> None:
        self.scheduler = mock_scheduler(
            page_size=self.page_size,
            num_pages=POOL_SLOTS // self.page_size,
            cache=self.cache,
            max_running_req=ROWS,
            max_seq_len=MAX_SEQ_LEN,
            budget=budget,
        )
        self.right: list[list[int]] = []  # by uid
        self.got: list[list[int]] = []
        self.open: set[int] = set()  # neither finished, nor aborted, nor lost in a failed step

    @rule(prompt=PROMPTS, max_tokens=st.integers(1, 12), ignore_eos=st.booleans())
    def submit(self, prompt: list[int], max_tokens: int, ignore_eos: bool) -> None:
        uid = len(self.right)
        submit(self.scheduler, uid, prompt, max_tokens, ignore_eos)
        params = SamplingParams(max_tokens=max_tokens, ignore_eos=ignore_eos)
        self.right.append(right_answer(prompt, params, MAX_SEQ_LEN))
        self.got.append([])
        self.open.add(uid)

    @rule(count=st.integers(1, 4))
    def step(self, count: int) -> None:
        for _ in range(count):
            self.scheduler.normal_loop()
            self._collect()

    @precondition(lambda self: self.right)
    @rule(data=st.data())
    def abort(self, data: st.DataObject) -> None:
        """Any request: waiting, running, finished long ago; taken in before the next step."""
        uid = data.draw(st.integers(0, len(self.right) - 1))
        abort(self.scheduler, uid)
        self.open.discard(uid)
        take_messages(self.scheduler)

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def abort_in_flight(self, data: st.DataObject) -> None:
        """The abort comes in between the forward and what is done with its result."""
        take_messages(self.scheduler)
        forward_input = self.scheduler._schedule_next_batch()
        if forward_input is None:
            return
        output = self.scheduler._forward(forward_input)
        uid = data.draw(st.sampled_from([req.uid for req in forward_input.batch.reqs]))
        abort(self.scheduler, uid)
        self.open.discard(uid)
        take_messages(self.scheduler)
        check_ledger(self.scheduler.cache_manager, self._running())
        self.scheduler._process_last_data(forward_input, output)
        self._collect()

    @rule(place=st.sampled_from(["prepare", "store", "forward"]))
    def failing_step(self, place: str) -> None:
        """Whoever is in the batch is lost, nobody else is."""
        self.scheduler.engine.fail_at = place
        take_messages(self.scheduler)
        before = {req.uid for req in self._running()}
        waiting = [req.uid for req in self.scheduler.prefill_manager.pending]
        try:
            self.scheduler.normal_loop()
        except MockFailure:
            still = {req.uid for req in self._running()}
            still |= {req.uid for req in self.scheduler.prefill_manager.pending}
            lost = (before | set(waiting)) - still
            assert lost, "a step failed, and nobody was in it"
            assert lost == before or lost == set(waiting[: len(lost)])
            self.open -= lost
        finally:
            self.scheduler.engine.fail_at = ""

    @invariant()
    def each_page_is_in_one_place(self) -> None:
        if hasattr(self, "scheduler"):  # Hypothesis looks before the start, too
            check_ledger(self.scheduler.cache_manager, self._running())
            self.scheduler.cache_manager.check_integrity(self._running())

    @invariant()
    def what_was_promised_is_there(self) -> None:
        """Admission reserves: the pages that running requests may still want can be had."""
        if hasattr(self, "scheduler"):
            manager = self.scheduler.cache_manager
            promised = sum(manager.missing_size(req) for req in self._running())
            assert promised <= manager.available_size

    def teardown(self) -> None:
        """Everybody who is left gets all of his answer; then nothing is held or locked."""
        if not hasattr(self, "scheduler"):
            return
        for uid, tokens in run_until_idle(self.scheduler).items():
            self.got[uid] += tokens
        for uid, right in enumerate(self.right):
            assert self.got[uid] == right[: len(self.got[uid])]
            assert uid not in self.open or self.got[uid] == right
        assert self.scheduler._in_flight is None
        assert self.scheduler._aborted_uids == set()
        manager = self.scheduler.cache_manager
        check_ledger(manager, [])
        assert self.scheduler.table_manager.available_size == ROWS
        assert manager.prefix_cache.size_info.protected_size == 0
        manager._free(manager.prefix_cache.evict(manager.available_size - self._free_size()))
        assert self._free_size() == POOL_SLOTS
        check_ledger(manager, [])
        self.scheduler.shutdown()

    def _running(self) -> list[Any]:
        return self.scheduler.decode_manager.running_reqs

    def _free_size(self) -> int:
        return len(self.scheduler.cache_manager.free_slots) * self.page_size

    def _collect(self) -> None:
        for msg in self.scheduler.take_results():
            self.got[msg.uid].append(msg.next_token)
            got, right = self.got[msg.uid], self.right[msg.uid]
            assert got == right[: len(got)], f"request {msg.uid}"
            if msg.finished:
                assert got == right, f"request {msg.uid} ended early"
                self.open.discard(msg.uid)


@pytest.mark.parametrize("cache", ["naive", "radix"])
@pytest.mark.parametrize("page_size", [1, 2, 4, 16])
def test_no_order_of_events_breaks_the_engine(page_size: int, cache: str) -> None:
    machine = type("Machine", (EngineMachine,), {"page_size": page_size, "cache": cache})
    run_state_machine_as_test(
        machine,
        settings=settings(
            derandomize=True,
            database=None,
            deadline=None,
            max_examples=120,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
