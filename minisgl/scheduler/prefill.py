"""The requests that wait, and who of them may start."""

from __future__ import annotations

from dataclasses import dataclass, field

from minisgl.core import Batch, Req
from minisgl.utils import align_up

from .cache import CacheManager
from .decode import DecodeManager
from .table import TableManager
from .utils import PendingReq


@dataclass
class PrefillAdder:
    """Fills one prefill batch.

    Attributes:
        token_budget: tokens that the batch may still compute.
        reserved_size: tokens, in whole pages, promised to requests that run or were just admitted.
    """

    token_budget: int
    reserved_size: int
    cache_manager: CacheManager
    table_manager: TableManager
    reqs: list[Req] = field(default_factory=list)

    def try_add_one(self, pending: PendingReq) -> bool:
        """Admit a request if a row, the budget and the pages of its whole life are there.

        Reserving all of its output means that no running request ever has to be thrown out.
        """
        if self.table_manager.available_size == 0:
            return False
        handle = self.cache_manager.match_req(pending).cuda_handle
        extend_len = pending.input_len - handle.cached_len
        if self.reqs and extend_len > self.token_budget:
            return False
        # Locked first: what it matched must not count among what could be evicted for it.
        self.cache_manager.lock(handle)
        page_size = self.cache_manager.page_size
        whole_life = align_up(pending.input_len + pending.output_len, page_size)
        needed = whole_life - handle.cached_len
        if self.reserved_size + needed > self.cache_manager.available_size:
            self.cache_manager.unlock(handle)
            return False
        table_idx = self.table_manager.allocate()
        self.cache_manager.attach_prefix(table_idx, handle)
        self.token_budget -= extend_len
        self.reserved_size += needed
        self.reqs.append(
            Req(
                input_ids=pending.input_ids,
                table_idx=table_idx,
                cached_len=handle.cached_len,
                output_len=pending.output_len,
                uid=pending.uid,
                sampling_params=pending.sampling_params,
                cache_handle=handle,
            )
        )
        return True


class PrefillManager:
    """The queue: first come, first served."""

    def __init__(
        self,
        cache_manager: CacheManager,
        table_manager: TableManager,
        decode_manager: DecodeManager,
    ) -> None:
        self._cache_manager = cache_manager
        self._table_manager = table_manager
        self._decode_manager = decode_manager
        self.pending: list[PendingReq] = []

    @property
    def runnable(self) -> bool:
        return bool(self.pending)

    def add_one_req(self, req: PendingReq) -> None:
        self.pending.append(req)

    def abort_req(self, uid: int) -> bool:
        """Take a request out of the queue; False if it is not there."""
        kept = [req for req in self.pending if req.uid != uid]
        was_there = len(kept) < len(self.pending)
        self.pending = kept
        return was_there

    def schedule_next_batch(self, token_budget: int) -> Batch | None:
        """A batch of the first requests that fit; None if not even the first does.

        Nobody overtakes: a long request would otherwise wait for as long as short ones come.
        """
        running = self._decode_manager.running_reqs
        reserved_size = sum(self._cache_manager.missing_size(req) for req in running)
        adder = PrefillAdder(token_budget, reserved_size, self._cache_manager, self._table_manager)
        for pending in self.pending:
            if not adder.try_add_one(pending):
                break
        self.pending = self.pending[len(adder.reqs) :]
        return Batch(reqs=adder.reqs, phase="prefill") if adder.reqs else None
