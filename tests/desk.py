"""Requests that are taken through a cache manager by hand, step by step."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from helpers import t
from oracles import check_ledger
from reference_cache import PageDictCache

from minisgl.core import Req, SamplingParams
from minisgl.scheduler import CacheManager, PendingReq


class Desk:
    """A cache manager with the reference cache, and requests that are taken through it by hand."""

    def __init__(self, num_pages: int, page_size: int = 1) -> None:
        page_table = torch.full((8, 256), -1, dtype=torch.int32)
        self.manager = CacheManager(num_pages, page_size, page_table, "naive")
        self.cache = self.manager.prefix_cache = PageDictCache(page_size)
        self.running: list[Req] = []

    def admit(self, row: int, ids: Sequence[int], max_tokens: int = 4) -> Req:
        """Match, lock and attach, as the prefill manager does."""
        params = SamplingParams(max_tokens=max_tokens)
        pending = PendingReq(row, torch.tensor(list(ids), dtype=torch.int32), params)
        handle = self.manager.match_req(pending).cuda_handle
        self.manager.lock(handle)
        self.manager.attach_prefix(row, handle)
        req = Req(pending.input_ids, row, handle.cached_len, max_tokens, row, params, handle)
        self.running.append(req)
        return req

    def compute(self, req: Req, token: int = 9) -> None:
        """One forward: pages, then the next token."""
        self.manager.allocate_paged([req])
        req.complete_one()
        req.append_host(t(token))

    def keep(self, req: Req) -> None:
        self.manager.cache_req(req, finished=False)

    def finish(self, req: Req) -> None:
        self.running.remove(req)
        self.manager.cache_req(req, finished=True)

    def run_whole(self, row: int, ids: Sequence[int]) -> None:
        """A request of one token that has come and gone; its prompt stays cached."""
        req = self.admit(row, ids, max_tokens=1)
        self.compute(req)
        self.finish(req)

    def row(self, req: Req, length: int) -> list[int]:
        return self.manager.page_table[req.table_idx, :length].tolist()

    @property
    def free(self) -> list[int]:
        return self.manager.free_slots.tolist()

    def check(self) -> None:
        check_ledger(self.manager, self.running)
        self.manager.check_integrity(self.running)
