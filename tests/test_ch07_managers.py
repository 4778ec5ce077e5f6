"""Chapter 7: who is computed next, decided without an engine."""

from __future__ import annotations

import torch
from helpers import t

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import NaivePrefixCache
from minisgl.scheduler import (
    CacheManager,
    DecodeManager,
    PendingReq,
    PrefillManager,
    TableManager,
)

CPU = torch.device("cpu")


def make_req(uid: int, prompt_len: int = 3, output_len: int = 2, table_idx: int = 0) -> Req:
    handle = NaivePrefixCache(CPU).match_prefix(t()).cuda_handle
    ids = torch.arange(prompt_len, dtype=torch.int32)
    return Req(ids, table_idx, 0, output_len, uid, SamplingParams(), handle)


def test_decode_order_is_by_uid_however_requests_came_in() -> None:
    """mini-sglang PR 113: an order taken from a set differed between the ranks of one engine."""
    orders = []
    for arrival in ([3, 17, 1, 8], [8, 1, 17, 3], [17, 8, 3, 1]):
        manager = DecodeManager()
        for uid in arrival:
            manager.add_reqs([make_req(uid)])
        batch = manager.schedule_next_batch()
        assert batch is not None
        assert batch.is_decode
        orders.append([req.uid for req in batch.reqs])
    assert orders == [[1, 3, 8, 17]] * 3


def test_a_request_that_ended_is_not_decoded_again() -> None:
    manager, req = DecodeManager(), make_req(5)
    manager.add_reqs([req])
    assert manager.get_req(5) is req
    manager.remove_req(req)
    assert manager.get_req(5) is None
    assert not manager.runnable
    assert manager.schedule_next_batch() is None


class Queue:
    """The managers without an engine: a pool of single-token pages."""

    def __init__(self, num_pages: int, rows: int = 8) -> None:
        page_table = torch.zeros(rows + 1, 64, dtype=torch.int32)
        self.cache = CacheManager(num_pages, 1, page_table, "naive")
        self.table = TableManager(rows, page_table)
        self.decode = DecodeManager()
        self.prefill = PrefillManager(self.cache, self.table, self.decode)

    def add(self, uid: int, prompt_len: int, max_tokens: int = 1) -> None:
        ids = torch.arange(prompt_len, dtype=torch.int32)
        self.prefill.add_one_req(PendingReq(uid, ids, SamplingParams(max_tokens=max_tokens)))

    def schedule(self, budget: int = 1000) -> list[int] | None:
        """The uids of the next prefill batch, which run from then on."""
        batch = self.prefill.schedule_next_batch(budget)
        if batch is None:
            return None
        assert batch.is_prefill
        self.decode.add_reqs(batch.reqs)
        self.cache.allocate_paged(batch.reqs)
        return [req.uid for req in batch.reqs]

    def finish(self, uid: int) -> None:
        req = self.decode.get_req(uid)
        assert req is not None
        self.decode.remove_req(req)
        self.cache.cache_req(req, finished=True)
        self.table.free(req.table_idx)


def test_first_come_first_served_and_nobody_overtakes() -> None:
    """Fails if a short request slips past a long one that does not fit yet."""
    queue = Queue(num_pages=20)
    queue.add(0, 10, 5)
    assert queue.schedule() == [0]
    queue.add(1, 10, 5)  # 15 slots, 5 are left
    queue.add(2, 1, 1)
    assert queue.schedule() is None
    assert [req.uid for req in queue.prefill.pending] == [1, 2]
    queue.finish(0)
    assert queue.schedule() == [1, 2]
    assert not queue.prefill.runnable


def test_a_batch_computes_no_more_tokens_than_the_budget() -> None:
    """6 + 4 fill a budget of 10; the token after them waits, though a row and a slot are free."""
    queue = Queue(num_pages=60)
    for uid, prompt_len in enumerate([6, 4, 1, 10, 1]):
        queue.add(uid, prompt_len)
    assert queue.schedule(budget=10) == [0, 1]
    assert queue.schedule(budget=10) == [2]
    assert queue.schedule(budget=10) == [3]
    assert queue.schedule(budget=10) == [4]
    assert queue.schedule(budget=10) is None


def test_a_prompt_longer_than_the_budget_goes_alone_instead_of_never() -> None:
    queue = Queue(num_pages=60)
    queue.add(0, 2)
    queue.add(1, 30)
    queue.add(2, 2)
    assert queue.schedule(budget=10) == [0]
    assert queue.schedule(budget=10) == [1]
    assert queue.schedule(budget=10) == [2]


def test_no_more_requests_run_than_there_are_rows() -> None:
    queue = Queue(num_pages=60, rows=2)
    for uid in range(3):
        queue.add(uid, 2)
    assert queue.schedule() == [0, 1]
    assert queue.schedule() is None
    queue.finish(0)
    assert queue.schedule() == [2]


def test_slots_that_a_running_request_will_need_are_not_given_away() -> None:
    """10 slots: request 0 holds 4 and will want 4 more, so 2 are left for others, not 6."""
    queue = Queue(num_pages=10)
    queue.add(0, 4, 4)
    assert queue.schedule() == [0]
    queue.add(1, 2, 1)
    assert queue.schedule() is None
    queue.finish(0)
    assert queue.schedule() == [1]


def test_requests_of_one_batch_do_not_count_on_the_same_slots() -> None:
    queue = Queue(num_pages=10)
    queue.add(0, 4, 2)
    queue.add(1, 3, 2)
    queue.add(2, 2, 2)
    assert queue.schedule() == [0]
