"""A prefix cache that remembers nothing: what the others are measured against."""

from __future__ import annotations

import torch

from .base import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo


class NaiveCacheHandle(BaseCacheHandle):
    """A prefix of no tokens."""

    def get_matched_indices(self) -> torch.Tensor:
        return torch.empty(0, dtype=torch.int32)


class NaivePrefixCache(BasePrefixCache):
    """Never matches, never keeps: every slot stays the request's own and is freed at its end."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        return MatchResult(NaiveCacheHandle(cached_len=0))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        return InsertResult(0, NaiveCacheHandle(cached_len=0))

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        pass  # nothing is kept that could be evicted

    def evict(self, size: int) -> torch.Tensor:
        if size > 0:
            raise RuntimeError(f"cannot evict {size} tokens: the naive cache holds none")
        return torch.empty(0, dtype=torch.int32, device=self._device)

    def reset(self) -> None:
        pass

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(evictable_size=0, protected_size=0)

    def check_integrity(self) -> None:
        pass
