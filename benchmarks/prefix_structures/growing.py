"""One structure that grows to millions of tokens: its memory, and what an operation takes then."""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import torch
from common import seconds

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache import create_prefix_cache

from . import PAGE_SIZES
from .workloads import HIGH, LOW, SEED

SYSTEM, TURN, TURNS = 128, 250, 5  # tokens of the shared beginning, tokens of a turn, turns
SPARE_BYTES = 3 * 1024**3  # memory that is left to the rest of the machine
LEAST_WEIGHED = 1_000_000  # cached tokens; less is not to be told from the rest of the process
SAMPLES = {"match": 32, "insert": 32, "evict_16": 32, "evict_4096": 4}


class GrowingCache:
    """A structure filled with five-turn conversations, each turn cached as an engine would."""

    def __init__(self, structure: str) -> None:
        reset_global_ctx()
        set_global_ctx(Context(PAGE_SIZES[structure]))
        self.cache = create_prefix_cache(torch.device("cpu"), structure)
        self.conversations = 0
        self._next_slot = 0

    def grow(self, tokens: int) -> bool:
        """Cache more conversations until so many tokens are cached; False if memory ends first."""
        while self.cache.size_info.total_size < tokens:
            if self.conversations % 64 == 0 and available_memory() < SPARE_BYTES:
                return False
            row = conversation(self.conversations)
            for turn in range(1, TURNS + 1):
                self.insert(row[: SYSTEM + TURN * turn])
            self.conversations += 1
        return True

    def insert(self, ids: torch.Tensor) -> float:
        """Cache a row in slots of its own; the seconds that it took."""
        slots = torch.arange(self._next_slot, self._next_slot + len(ids), dtype=torch.int32)
        self._next_slot += len(ids) // 16 * 16 + 16
        return seconds(lambda: self.cache.insert_prefix(ids, slots))

    def measure(self) -> dict[str, float]:
        """Microseconds of one operation, the median of some. Afterwards less is cached."""
        draw = random.Random(SEED)
        rows = [conversation(draw.randrange(self.conversations)) for _ in range(SAMPLES["match"])]
        count = min(SAMPLES["insert"], self.conversations)
        grown = [
            torch.cat([conversation(number), tokens(self.conversations + number, TURN)])
            for number in draw.sample(range(self.conversations), count)
        ]
        times = {
            "match": [seconds(partial(self.cache.match_prefix, row)) for row in rows],
            "insert": [self.insert(row) for row in grown],
        }
        for size in (16, 4096):
            evict = partial(self.cache.evict, size)
            times[f"evict_{size}"] = [seconds(evict) for _ in range(SAMPLES[f"evict_{size}"])]
        return {f"{name}_us": round(statistics.median(of) * 1e6, 1) for name, of in times.items()}


def conversation(number: int) -> torch.Tensor:
    """All tokens of a conversation, the same at every call."""
    return torch.cat([tokens(-1, SYSTEM), tokens(number, TURN * TURNS)])


def tokens(number: int, count: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(SEED * 10**9 + number)
    return torch.randint(LOW, HIGH, (count,), generator=generator, dtype=torch.int32)


def grow_and_measure(structure: str, sizes: list[int]) -> Iterator[dict[str, Any]]:
    """A row of figures for each size, then one that says why it ends if memory did."""
    trial = GrowingCache(structure)
    trial.grow(10_000)
    trial.cache.reset()  # what a first use costs is paid now
    growing = GrowingCache(structure)
    before = resident_memory()
    for size in sizes:
        if not growing.grow(size):
            reached = growing.cache.size_info.total_size
            yield {"stopped_at": reached, "why": f"less than {SPARE_BYTES} bytes were left"}
            return
        cached = growing.cache.size_info.total_size
        row: dict[str, Any] = {"cached_tokens": cached}
        if size >= LEAST_WEIGHED:
            row["index_bytes"] = resident_memory() - before
            row["index_bytes_per_token"] = round(row["index_bytes"] / cached, 1)
        yield row | growing.measure()


def resident_memory() -> int:
    """Bytes of this process that are in memory. (Linux)"""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def available_memory() -> int:
    """Bytes that the machine can still give without swapping. (Linux)"""
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("/proc/meminfo has no MemAvailable")
