"""Whose is each page? The free list, the prefix cache and the running requests share the pool."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from minisgl.core import Req
from minisgl.kvcache import BaseCacheHandle, MatchResult, create_prefix_cache
from minisgl.utils import align_up, div_ceil

from .utils import PendingReq


class CacheManager:
    """Gives pages to requests and takes them back. Each page is always in exactly one place:

    1. the free list,
    2. the prefix cache, in one node,
    3. one running request, which alone may write to it.

    A page is known by its first slot, a multiple of ``page_size``.

    Args:
        num_pages: pages of the pool that may be handed out.
        page_table: int32, shape (rows, max_seq_len), the slot of each token of each row.
        cache_type: a name in ``kvcache.PREFIX_CACHES``.
    """

    def __init__(
        self, num_pages: int, page_size: int, page_table: torch.Tensor, cache_type: str
    ) -> None:
        self.num_pages = num_pages
        self.page_size = page_size
        self.page_table = page_table
        self.prefix_cache = create_prefix_cache(page_table.device, cache_type)
        slots = torch.arange(num_pages, dtype=torch.int32, device=page_table.device)
        self.free_slots = slots * page_size
        # Slots that each row holds, those of its cached prefix included: whole pages.
        self._held_len = [0] * len(page_table)

    @property
    def available_size(self) -> int:
        """Tokens that could be given out: free now, or free after an eviction."""
        evictable = self.prefix_cache.size_info.evictable_size
        return len(self.free_slots) * self.page_size + evictable

    def match_req(self, req: PendingReq) -> MatchResult:
        """The longest cached prefix of a prompt, its last token left out: the scores of the next
        token come from computing that one."""
        return self.prefix_cache.match_prefix(req.input_ids[:-1])

    def lock(self, handle: BaseCacheHandle) -> None:
        self.prefix_cache.lock_handle(handle)

    def unlock(self, handle: BaseCacheHandle) -> None:
        self.prefix_cache.lock_handle(handle, unlock=True)

    def attach_prefix(self, table_idx: int, handle: BaseCacheHandle) -> None:
        """Let a new row begin with the slots of a locked prefix."""
        self._write_row(table_idx, 0, handle.get_matched_indices())
        self._held_len[table_idx] = handle.cached_len

    def missing_size(self, req: Req) -> int:
        """Tokens, in whole pages, that a running request may still ask for."""
        return align_up(req.max_device_len, self.page_size) - self._held_len[req.table_idx]

    def allocate_paged(self, reqs: list[Req]) -> None:
        """Give each request the pages that the tokens of its next forward need.

        Raises:
            RuntimeError: if there are not enough, even after evicting. Nothing has changed then.
        """
        missing = [
            max(0, div_ceil(req.device_len - self._held_len[req.table_idx], self.page_size))
            for req in reqs
        ]
        pages = self._take_pages(sum(missing)).split(missing)
        for req, own_pages in zip(reqs, pages, strict=True):
            self._write_row(req.table_idx, self._held_len[req.table_idx], self._slots(own_pages))
            self._held_len[req.table_idx] += len(own_pages) * self.page_size

    def cache_req(self, req: Req, *, finished: bool) -> None:
        """Put what a request has computed into the prefix cache, in full pages.

        The row, from its start, is then: what was cached when the request came; what somebody else
        cached meanwhile, so that this request's pages for it are duplicates; what is cached only
        now, with this request's pages; a tail of less than a page. A finished request gives up its
        lock, its tail and every page beyond.
        """
        row, old = self.page_table[req.table_idx], req.cache_handle
        ids = req.input_ids[: req.cached_len]
        found_len, new = self.prefix_cache.insert_prefix(ids, row[: req.cached_len])
        self._free(row[old.cached_len : found_len])
        if finished:
            self._free(row[new.cached_len : self._held_len[req.table_idx]])
            self._held_len[req.table_idx] = 0
        else:
            # The duplicates are free: from now on this row reads the pages of the cache.
            self._write_row(req.table_idx, 0, new.get_matched_indices())
            self.lock(new)
            req.cache_handle = new
        self.unlock(old)

    def check_integrity(self, running: Iterable[Req] = ()) -> None:
        """Look for every page in the free list, the cache and the rows of ``running``.

        Raises:
            RuntimeError: if one is missing or in two places.
        """
        self.prefix_cache.check_integrity()
        free = self.free_slots.tolist()
        own: list[int] = []
        for req in running:
            held = self.page_table[req.table_idx, : self._held_len[req.table_idx]]
            own += held[req.cache_handle.cached_len :: self.page_size].tolist()
        places = free + own
        if any(slot % self.page_size for slot in places) or len(set(places)) != len(places):
            raise RuntimeError(f"pages are misaligned or in two places: free {free}, own {own}")
        cached = self.prefix_cache.size_info.total_size // self.page_size
        if len(places) + cached != self.num_pages:
            raise RuntimeError(
                f"{len(free)} free, {cached} cached and {len(own)} running pages "
                f"are not the {self.num_pages} of the pool"
            )

    def _take_pages(self, count: int) -> torch.Tensor:
        """Take pages off the free list, first slots, shape (count,); evict where it is short."""
        shortage = count - len(self.free_slots)
        if shortage > 0:
            self._free(self.prefix_cache.evict(shortage * self.page_size))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def _free(self, slots: torch.Tensor) -> None:
        """Put pages on the free list, given by all their slots."""
        self.free_slots = torch.cat([self.free_slots, slots[:: self.page_size]])

    def _slots(self, pages: torch.Tensor) -> torch.Tensor:
        """All slots of pages that are given by their first."""
        offsets = torch.arange(self.page_size, dtype=torch.int32, device=pages.device)
        return (pages.unsqueeze(1) + offsets).flatten()

    def _write_row(self, table_idx: int, start: int, slots: torch.Tensor) -> None:
        self.page_table[table_idx, start : start + len(slots)] = slots
