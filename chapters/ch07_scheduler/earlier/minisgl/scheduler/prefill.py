from __future__ import annotations

from dataclasses import dataclass, field

from minisgl.core import Req

from .cache import CacheManager
from .table import TableManager
from .utils import PendingReq


@dataclass
class PrefillAdder:
    """Fills one prefill batch.

    Attributes:
        token_budget: tokens that the batch may still compute.
        reserved_size: tokens promised to requests that run or were just admitted.
    """

    token_budget: int
    reserved_size: int
    cache_manager: CacheManager
    table_manager: TableManager
    reqs: list[Req] = field(default_factory=list)

    def try_add_one(self, pending: PendingReq) -> bool:
        """Admit a request if a row, the budget and the slots of its whole life are there.

        Reserving all of its output means that no running request ever has to be thrown out.
        """
        if self.table_manager.available_size == 0:
            return False
        if self.reqs and pending.input_len > self.token_budget:
            return False
        whole_life = pending.input_len + pending.output_len
        if self.reserved_size + whole_life > self.cache_manager.available_size:
            return False
        self.token_budget -= pending.input_len
        self.reserved_size += whole_life
        self.reqs.append(
            Req(
                input_ids=pending.input_ids,
                table_idx=self.table_manager.allocate(),
                cached_len=0,
                output_len=pending.output_len,
                uid=pending.uid,
                sampling_params=pending.sampling_params,
                cache_handle=self.cache_manager.match_req(pending).cuda_handle,
            )
        )
        return True
