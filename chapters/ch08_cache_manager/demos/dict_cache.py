"""What does the manager ask of a prefix cache? Answered by the simplest one that keeps anything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import torch

from minisgl.kvcache import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo

Prefix = tuple[int, ...]
NO_SLOTS = torch.empty(0, dtype=torch.int32)


@dataclass(eq=False)
class DictHandle(BaseCacheHandle):
    prefix: Prefix
    slots: torch.Tensor

    def get_matched_indices(self) -> torch.Tensor:
        return self.slots


class DictCache(BasePrefixCache):
    """The slots of each cached page, by all tokens up to the end of the page."""

    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        self.pages: dict[Prefix, torch.Tensor] = {}
        self.locks: Counter[Prefix] = Counter()

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        found: Prefix = ()
        slots = [NO_SLOTS]
        for prefix in self._prefixes(tuple(input_ids.tolist())):
            if prefix not in self.pages:
                break
            found = prefix
            slots.append(self.pages[prefix])
        return MatchResult(DictHandle(len(found), found, torch.cat(slots)))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        cached_len = self.match_prefix(input_ids).cuda_handle.cached_len
        for prefix in self._prefixes(tuple(input_ids.tolist())):
            own = indices[len(prefix) - self.page_size : len(prefix)].clone()
            self.pages.setdefault(prefix, own)  # what is there keeps the slots that it has
        return InsertResult(cached_len, self.match_prefix(input_ids).cuda_handle)

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, DictHandle)
        for prefix in self._prefixes(handle.prefix):
            self.locks[prefix] += -1 if unlock else 1

    def evict(self, size: int) -> torch.Tensor:
        evictable = self.size_info.evictable_size
        if size > evictable:
            raise RuntimeError(f"cannot evict {size} tokens: {evictable} are evictable")
        slots = [NO_SLOTS]
        for _ in range(-(-size // self.page_size)):  # the longest: nothing hangs on it
            longest = max((p for p in self.pages if not self.locks[p]), key=len)
            slots.append(self.pages.pop(longest))
        return torch.cat(slots)

    def reset(self) -> None:
        self.pages.clear()

    @property
    def size_info(self) -> SizeInfo:
        locked = sum(self.locks[prefix] > 0 for prefix in self.pages)
        return SizeInfo((len(self.pages) - locked) * self.page_size, locked * self.page_size)

    def check_integrity(self) -> None:
        pass  # the dictionary is all there is

    def _prefixes(self, ids: Prefix) -> list[Prefix]:
        ends = range(self.page_size, len(ids) + 1, self.page_size)
        return [ids[:end] for end in ends]


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def main() -> None:
    cache = DictCache(page_size=2)
    result = cache.insert_prefix(row(1, 2, 3, 4, 5), row(6, 7, 0, 1, 2))
    print(f"insert 5 tokens: {result.cached_len} were cached, {result.handle.cached_len} are now")
    handle = cache.match_prefix(row(1, 2, 9)).cuda_handle
    slots = handle.get_matched_indices().tolist()
    print(f"match [1, 2, 9]: {handle.cached_len} tokens, slots {slots}")
    cache.lock_handle(handle)
    print(f"locked:          evictable, protected: {tuple(cache.size_info)}")
    print(f"evict 1 token:   slots {cache.evict(1).tolist()}")
    try:
        cache.evict(1)
    except RuntimeError as error:
        print(f"evict 1 token:   {error}")


if __name__ == "__main__":
    main()
