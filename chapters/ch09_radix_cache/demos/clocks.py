"""Least recently used, by which clock? Two clocks on the wall are rounded to 100 microseconds."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


class WallClockCache(RadixPrefixCache):
    """Reads a clock at each operation; here the readings are given."""

    def __init__(self, readings: Iterator[int]) -> None:
        self._now, self._readings = 0, readings
        super().__init__(torch.device("cpu"))

    @property
    def _clock(self) -> int:
        return self._now

    @_clock.setter
    def _clock(self, value: int) -> None:
        if value > 0:  # a tick, not the start
            self._now = next(self._readings) // 100 * 100


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def run(name: str, cache: RadixPrefixCache) -> None:
    cache.insert_prefix(row(1, 2), row(10, 11))
    cache.insert_prefix(row(7, 8), row(20, 21))
    cache.match_prefix(row(1, 2))
    times = [node.timestamp for node in cache.root_node.children.values()]
    gone = cache.evict(2).tolist()
    found = cache.match_prefix(row(1, 2, 5)).cuda_handle.cached_len
    print(f"{name}: used at {times}, evicts slots {gone}, finds {found} tokens of [1, 2, 5]")


set_global_ctx(Context(page_size=1))
run("logical clock     ", RadixPrefixCache(torch.device("cpu")))
run("wall clock, rank 0", WallClockCache(iter([130, 160, 190, 240])))
run("wall clock, rank 1", WallClockCache(iter([130, 160, 210, 260])))
reset_global_ctx()
