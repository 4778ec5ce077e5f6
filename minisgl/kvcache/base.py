"""What the engine asks of a KV pool and of a prefix cache.

A *slot* holds the KV of one token in every layer. A *page* is ``page_size`` slots in a row, the
unit of allocation; page p owns the slots p * page_size … p * page_size + page_size - 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import torch


@dataclass(eq=False)
class BaseCacheHandle(ABC):
    """A cached prefix, as a request holds it.

    Attributes:
        cached_len: its length in tokens.
    """

    cached_len: int

    @abstractmethod
    def get_matched_indices(self) -> torch.Tensor:
        """The slots of the prefix in order, int32, shape (cached_len,).

        Slots are safe to use only while the handle is locked.
        """


class BaseKVCachePool(ABC):
    """Keys and values of all layers, by slot."""

    @abstractmethod
    def k_cache(self, layer_id: int) -> torch.Tensor:
        """The keys of one layer, shape (slots, kv heads, head_dim)."""

    @abstractmethod
    def v_cache(self, layer_id: int) -> torch.Tensor:
        """The values of one layer, shape (slots, kv heads, head_dim)."""

    @abstractmethod
    def store_kv(
        self, k: torch.Tensor, v: torch.Tensor, out_loc: torch.Tensor, layer_id: int
    ) -> None:
        """Write k and v, (tokens, kv heads, head_dim), to the slots ``out_loc``, (tokens,)."""


class SizeInfo(NamedTuple):
    """Tokens in a prefix cache: those that could be evicted now, and those that are locked."""

    evictable_size: int
    protected_size: int

    @property
    def total_size(self) -> int:
        return self.evictable_size + self.protected_size


class MatchResult(NamedTuple):
    """``cuda_handle``: the longest cached prefix; named for where its KV usually lies."""

    cuda_handle: BaseCacheHandle


class InsertResult(NamedTuple):
    """What an insertion found and left.

    Attributes:
        cached_len: tokens that were in the cache before; the caller's slots for them are not used.
        handle: the whole prefix that is in the cache now, in full pages.
    """

    cached_len: int
    handle: BaseCacheHandle


class BasePrefixCache(ABC):
    """Remembers which slots hold the KV of which token prefixes."""

    @abstractmethod
    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        """Find the longest cached prefix of ``input_ids``, int32 on the CPU, shape (tokens,).

        Lock the handle before anything else is asked of the cache.
        """

    @abstractmethod
    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        """Cache the full pages of ``input_ids``, whose KV lies in ``indices``, both (tokens,).

        The cache keeps copies of what it needs; slots that it takes belong to it from then on.

        Raises:
            ValueError: if the two lengths differ.
        """

    @abstractmethod
    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        """Protect a prefix from eviction, or give one such protection back.

        Raises:
            RuntimeError: on locking a prefix that was evicted since, or unlocking what is not
                locked. Nothing has changed then.
        """

    @abstractmethod
    def evict(self, size: int) -> torch.Tensor:
        """Forget at least ``size`` tokens, least recently used first; return their slots.

        More may go than asked for: parts go whole. ``evict(0)`` does nothing.

        Raises:
            RuntimeError: if fewer than ``size`` tokens can be evicted. Nothing has changed then.
        """

    @abstractmethod
    def reset(self) -> None:
        """Forget everything; handles given out before are worthless afterwards.

        Raises:
            RuntimeError: if anything is locked.
        """

    @property
    @abstractmethod
    def size_info(self) -> SizeInfo:
        """How much is cached."""

    @abstractmethod
    def check_integrity(self) -> None:
        """Recount everything.

        Raises:
            RuntimeError: naming the first thing that does not add up.
        """
