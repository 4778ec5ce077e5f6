"""Whose is each slot? The free list and the running requests share the pool."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from minisgl.core import Req
from minisgl.kvcache import MatchResult, create_prefix_cache

from .utils import PendingReq


class CacheManager:
    """Gives slots to requests and takes them back when they end; pages are of one token.

    Args:
        num_pages: slots of the pool that may be handed out.
        page_size: 1.
        page_table: int32, shape (rows, max_seq_len), the slot of each token of each row.
        cache_type: a name in ``kvcache.PREFIX_CACHES``.

    Raises:
        ValueError: for another page size.
    """

    def __init__(
        self, num_pages: int, page_size: int, page_table: torch.Tensor, cache_type: str
    ) -> None:
        if page_size != 1:
            raise ValueError(f"this cache manager knows pages of one token, not of {page_size}")
        self.num_pages = num_pages
        self.page_table = page_table
        self.prefix_cache = create_prefix_cache(page_table.device, cache_type)
        self.free_slots = torch.arange(num_pages, dtype=torch.int32, device=page_table.device)
        self._held_len = [0] * len(page_table)

    @property
    def available_size(self) -> int:
        """Tokens that could be given out."""
        return len(self.free_slots)

    def match_req(self, req: PendingReq) -> MatchResult:
        """The longest cached prefix of a prompt, its last token left out."""
        return self.prefix_cache.match_prefix(req.input_ids[:-1])

    def missing_size(self, req: Req) -> int:
        """Tokens that a running request may still ask for."""
        return req.max_device_len - self._held_len[req.table_idx]

    def allocate_paged(self, reqs: list[Req]) -> None:
        """Give each request a slot for every token of its next forward."""
        for req in reqs:
            held = self._held_len[req.table_idx]
            count = max(0, req.device_len - held)
            taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
            self.page_table[req.table_idx, held : held + count] = taken
            self._held_len[req.table_idx] = held + count

    def cache_req(self, req: Req, *, finished: bool) -> None:
        """Take the slots of a finished request back."""
        if finished:
            held = self.page_table[req.table_idx, : self._held_len[req.table_idx]]
            self.free_slots = torch.cat([self.free_slots, held])
            self._held_len[req.table_idx] = 0

    def check_integrity(self, running: Iterable[Req] = ()) -> None:
        """Look for every slot in the free list and in the rows of ``running``.

        Raises:
            RuntimeError: if one is missing or in two places.
        """
        slots = self.free_slots.tolist()
        for req in running:
            slots += self.page_table[req.table_idx, : self._held_len[req.table_idx]].tolist()
        if sorted(slots) != list(range(self.num_pages)):
            raise RuntimeError(f"slots are missing or in two places: {sorted(slots)}")
