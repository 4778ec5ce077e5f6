"""At the end it frees all that was the request's own, though the cache has just taken most of it.

Seen in: SGLang issue 38319, where pages that had been put into the tree were freed by an abort too.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import torch


class Handle(Protocol):
    """A cached prefix of ``cached_len`` tokens, a multiple of the page size."""

    cached_len: int

    def get_matched_indices(self) -> torch.Tensor:
        """The slots of the prefix in the cache, int32, shape (cached_len,)."""


class InsertResult(NamedTuple):
    """How many tokens were cached before, and the whole prefix that is cached now."""

    cached_len: int
    handle: Handle


class PrefixCache(Protocol):
    """What cache_req asks of the prefix cache."""

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult: ...
    def lock_handle(self, handle: Handle, unlock: bool = False) -> None: ...


@dataclass(eq=False)
class Req:
    """The KV of the first ``cached_len`` tokens is in the slots of row ``table_idx``."""

    input_ids: torch.Tensor
    table_idx: int
    cached_len: int
    cache_handle: Handle


class CacheManager:
    """Gives pages to requests and takes them back.

    Attributes:
        page_table: int32, shape (rows, max_seq_len), the slot of each token of each row.
        free_slots: int32, the first slot of each free page.
        held_len: by row, how many of its slots are taken, from the start: whole pages.
    """

    def __init__(
        self,
        page_size: int,
        page_table: torch.Tensor,
        free_slots: torch.Tensor,
        prefix_cache: PrefixCache,
    ) -> None:
        self.page_size = page_size
        self.page_table = page_table
        self.free_slots = free_slots
        self.prefix_cache = prefix_cache
        self.held_len = [0] * len(page_table)

    def cache_req(self, req: Req, *, finished: bool) -> None:
        """Put what a request has computed into the prefix cache, in full pages."""
        row, old = self.page_table[req.table_idx], req.cache_handle
        ids = req.input_ids[: req.cached_len]
        found_len, new = self.prefix_cache.insert_prefix(ids, row[: req.cached_len])
        # Read off the row before it is rewritten: afterwards it names the pages of the cache.
        self._free(row[old.cached_len : found_len])
        if finished:
            self._free(row[found_len : self.held_len[req.table_idx]])
            self.held_len[req.table_idx] = 0
        else:
            row[: new.cached_len] = new.get_matched_indices()
            self.prefix_cache.lock_handle(new)
            req.cache_handle = new
        self.prefix_cache.lock_handle(old, unlock=True)

    def _free(self, slots: torch.Tensor) -> None:
        """Put pages on the free list, given by all their slots."""
        self.free_slots = torch.cat([self.free_slots, slots[:: self.page_size]])
