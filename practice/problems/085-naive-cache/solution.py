from __future__ import annotations

from typing import NamedTuple

import torch


class SizeInfo(NamedTuple):
    """Given. Tokens in a prefix cache: those that could be evicted now, and those locked."""

    evictable_size: int
    protected_size: int


class MatchResult(NamedTuple):
    """Given. The longest cached prefix."""

    cuda_handle: NaiveCacheHandle


class InsertResult(NamedTuple):
    """Given. How many tokens were in the cache before, and what is in the cache now."""

    cached_len: int
    handle: NaiveCacheHandle


class NaiveCacheHandle:
    """A prefix of no tokens, as a request holds it."""

    cached_len = 0

    def get_matched_indices(self) -> torch.Tensor:
        """The slots of the prefix, int32."""
        return torch.empty(0, dtype=torch.int32)


class NaivePrefixCache:
    """Never matches, never keeps: every slot stays the request's own."""

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        """Find the longest cached prefix: there is none."""
        return MatchResult(NaiveCacheHandle())

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        """Keep nothing. Raises ValueError if the two lengths differ."""
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        return InsertResult(0, NaiveCacheHandle())

    def lock_handle(self, handle: NaiveCacheHandle, unlock: bool = False) -> None:
        """Nothing is kept that could be evicted, so there is nothing to protect."""

    def evict(self, size: int) -> torch.Tensor:
        """Give up at least size tokens. Raises RuntimeError for more than none."""
        if size > 0:
            raise RuntimeError(f"cannot evict {size} tokens: the naive cache holds none")
        return torch.empty(0, dtype=torch.int32)

    @property
    def size_info(self) -> SizeInfo:
        """How much is cached."""
        return SizeInfo(evictable_size=0, protected_size=0)
