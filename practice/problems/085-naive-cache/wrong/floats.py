"""Takes an empty tensor for an empty tensor: without a dtype it is one of floats.

Joined to a row of slots, it makes floats of them all.
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
    cached_len = 0

    def get_matched_indices(self) -> torch.Tensor:
        return torch.tensor([])


class NaivePrefixCache:
    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        return MatchResult(NaiveCacheHandle())

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        return InsertResult(0, NaiveCacheHandle())

    def lock_handle(self, handle: NaiveCacheHandle, unlock: bool = False) -> None:
        pass

    def evict(self, size: int) -> torch.Tensor:
        if size > 0:
            raise RuntimeError(f"cannot evict {size} tokens: the naive cache holds none")
        return torch.tensor([])

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(evictable_size=0, protected_size=0)
