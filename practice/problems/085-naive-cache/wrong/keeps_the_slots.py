"""Gives a handle of the inserted slots back, as a cache would that has taken them.

Nobody frees them then: the engine takes them for the cache's, and the cache forgets them.
"""

from __future__ import annotations

from typing import NamedTuple

import torch


class SizeInfo(NamedTuple):
    evictable_size: int
    protected_size: int


class MatchResult(NamedTuple):
    cuda_handle: NaiveCacheHandle


class InsertResult(NamedTuple):
    cached_len: int
    handle: NaiveCacheHandle


class NaiveCacheHandle:
    def __init__(self, indices: torch.Tensor) -> None:
        self.cached_len = len(indices)
        self._indices = indices

    def get_matched_indices(self) -> torch.Tensor:
        return self._indices


class NaivePrefixCache:
    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        return MatchResult(NaiveCacheHandle(torch.empty(0, dtype=torch.int32)))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        return InsertResult(0, NaiveCacheHandle(indices))

    def lock_handle(self, handle: NaiveCacheHandle, unlock: bool = False) -> None:
        pass

    def evict(self, size: int) -> torch.Tensor:
        if size > 0:
            raise RuntimeError(f"cannot evict {size} tokens: the naive cache holds none")
        return torch.empty(0, dtype=torch.int32)

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(evictable_size=0, protected_size=0)
