"""Counts inserted tokens as evictable, though it could not give back a single one."""

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
        return torch.empty(0, dtype=torch.int32)


class NaivePrefixCache:
    def __init__(self) -> None:
        self._inserted = 0

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        return MatchResult(NaiveCacheHandle())

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        self._inserted += len(input_ids)
        return InsertResult(0, NaiveCacheHandle())

    def lock_handle(self, handle: NaiveCacheHandle, unlock: bool = False) -> None:
        pass

    def evict(self, size: int) -> torch.Tensor:
        if size > 0:
            raise RuntimeError(f"cannot evict {size} tokens: the naive cache holds none")
        return torch.empty(0, dtype=torch.int32)

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(evictable_size=self._inserted, protected_size=0)
