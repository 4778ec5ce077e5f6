from __future__ import annotations

from typing import Any, NamedTuple

import torch


class SizeInfo(NamedTuple):
    evictable_size: int
    protected_size: int


class MatchResult(NamedTuple):
    cuda_handle: Any  # has cached_len and get_matched_indices()


class InsertResult(NamedTuple):
    cached_len: int  # tokens that were cached before
    handle: Any  # the whole prefix that is cached now


class RadixPrefixCache:
    """Remembers which slots hold the KV of which token prefixes, in whole pages."""

    def __init__(self, page_size: int) -> None:
        raise NotImplementedError("not written yet")

    @property
    def size_info(self) -> SizeInfo:
        """Tokens that could be evicted, and tokens that are locked."""
        raise NotImplementedError("not written yet")

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        """Find the longest cached prefix of input_ids."""
        raise NotImplementedError("not written yet")

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        """Cache the whole pages of input_ids, whose KV is in the slots `indices`."""
        raise NotImplementedError("not written yet")

    def lock_handle(self, handle: Any, unlock: bool = False) -> None:
        """Protect the handle's prefix from eviction, or end that."""
        raise NotImplementedError("not written yet")

    def evict(self, size: int) -> torch.Tensor:
        """Take at least `size` tokens out of the cache; returns their slots."""
        raise NotImplementedError("not written yet")
