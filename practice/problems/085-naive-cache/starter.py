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
        raise NotImplementedError("not written yet")


class NaivePrefixCache:
    """Never matches, never keeps: every slot stays the request's own."""

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        """Find the longest cached prefix: there is none."""
        raise NotImplementedError("not written yet")

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        """Keep nothing. Raises ValueError if the two lengths differ."""
        raise NotImplementedError("not written yet")

    def lock_handle(self, handle: NaiveCacheHandle, unlock: bool = False) -> None:
        """Protect a prefix from eviction, or give one such protection back."""
        raise NotImplementedError("not written yet")

    def evict(self, size: int) -> torch.Tensor:
        """Give up at least size tokens. Raises RuntimeError for more than none."""
        raise NotImplementedError("not written yet")

    @property
    def size_info(self) -> SizeInfo:
        """How much is cached."""
        raise NotImplementedError("not written yet")
