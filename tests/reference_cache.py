"""A prefix cache that is too simple to be wrong: one dictionary entry for each cached page.

The key of an entry is the whole prefix up to the end of its page, so finding, locking and evicting
are plain look-ups. It stands in for the radix cache where a tree has none yet, and unlike that one
it evicts single pages, so that what it is asked to evict is what it evicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch

from minisgl.kvcache import (
    BaseCacheHandle,
    BasePrefixCache,
    InsertResult,
    MatchResult,
    SizeInfo,
)

Prefix = tuple[int, ...]


@dataclass
class CachedPage:
    """The slots of one page, the locks on it, and when it was used last."""

    value: torch.Tensor
    locks: int = 0
    used: int = 0


@dataclass(eq=False)
class PageDictHandle(BaseCacheHandle):
    """``prefix`` are the tokens, ``slots`` where they lay when it was found."""

    prefix: Prefix
    slots: torch.Tensor

    def get_matched_indices(self) -> torch.Tensor:
        return self.slots


@dataclass
class PageDictCache(BasePrefixCache):
    """Pages by the prefix that they end.

    Attributes:
        evict_calls: every size that ``evict`` was asked for.
    """

    page_size: int
    pages: dict[Prefix, CachedPage] = field(default_factory=dict)
    evict_calls: list[int] = field(default_factory=list)
    _clock: int = 0

    def _all_nodes(self) -> list[CachedPage]:
        return list(self.pages.values())

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        self._clock += 1
        ids, slots, end = tuple(input_ids.tolist()), [], 0
        for prefix in self._prefixes(ids):
            if prefix not in self.pages:
                break
            self.pages[prefix].used = self._clock
            slots.append(self.pages[prefix].value)
            end = len(prefix)
        found = torch.cat(slots) if slots else torch.empty(0, dtype=torch.int32)
        return MatchResult(PageDictHandle(end, ids[:end], found))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        cached_len = self.match_prefix(input_ids).cuda_handle.cached_len
        for prefix in self._prefixes(tuple(input_ids.tolist())):
            if prefix not in self.pages:
                slots = indices[len(prefix) - self.page_size : len(prefix)].clone()
                self.pages[prefix] = CachedPage(slots, used=self._clock)
        return InsertResult(cached_len, self.match_prefix(input_ids).cuda_handle)

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, PageDictHandle)
        prefixes = list(self._prefixes(handle.prefix))
        if any(p not in self.pages or self.pages[p].locks < unlock for p in prefixes):
            raise RuntimeError(f"{handle.prefix} is not there, or not locked")
        for prefix in prefixes:
            self.pages[prefix].locks += -1 if unlock else 1

    def evict(self, size: int) -> torch.Tensor:
        self.evict_calls.append(size)
        if not 0 <= size <= self.size_info.evictable_size:
            raise RuntimeError(f"cannot evict {size} of {self.size_info.evictable_size} tokens")
        evicted = [torch.empty(0, dtype=torch.int32)]
        for _ in range(-(-size // self.page_size)):
            inner = {prefix[: -self.page_size] for prefix in self.pages}
            leaves = (p for p, page in self.pages.items() if not page.locks and p not in inner)
            oldest = min(leaves, key=lambda prefix: self.pages[prefix].used)
            evicted.append(self.pages.pop(oldest).value)
        return torch.cat(evicted)

    def reset(self) -> None:
        if self.size_info.protected_size:
            raise RuntimeError("cannot reset: something is locked")
        self.pages.clear()

    @property
    def size_info(self) -> SizeInfo:
        locked = sum(1 for page in self.pages.values() if page.locks)
        size = self.page_size
        return SizeInfo((len(self.pages) - locked) * size, locked * size)

    def check_integrity(self) -> None:
        for prefix in self.pages:
            if len(prefix) > self.page_size and prefix[: -self.page_size] not in self.pages:
                raise RuntimeError(f"{prefix} hangs in the air")

    def _prefixes(self, ids: Prefix) -> Iterator[Prefix]:
        for end in range(self.page_size, len(ids) + 1, self.page_size):
            yield ids[:end]
