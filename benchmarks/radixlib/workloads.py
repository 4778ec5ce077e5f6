"""What is measured of a cache, in microseconds, the least of some rounds.

A prompt is made anew right before each operation, outside of the clock: an engine has just written
it too. Python's garbage collector rests while a clock runs; it would visit a million nodes.
"""

from __future__ import annotations

import gc
import operator
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .contestants import Contestant

HEADS, HEAD_LEN, TAIL_LEN = 64, 64, 16
Figures = dict[str, float]


class Prompts:
    """Random rows from a seed; a row begins with one of some system prompts."""

    def __init__(self, seed: int) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        self.random = random.Random(seed)
        self.heads = [self.tokens(HEAD_LEN) for _ in range(HEADS)]

    def tokens(self, length: int) -> torch.Tensor:
        return torch.randint(0, 150_000, (length,), generator=self.generator, dtype=torch.int32)

    def row(self, length: int) -> torch.Tensor:
        return torch.cat([self.random.choice(self.heads), self.tokens(length - HEAD_LEN)])

    def rows(self, count: int, page_size: int) -> list[torch.Tensor]:
        """Rows of 80 to 1,000 tokens, in whole pages."""
        least, step = max(80, HEAD_LEN + 2 * page_size), max(page_size, 8)
        return [self.row(self.random.randrange(least, 1001, step)) for _ in range(count)]

    def forked(self, row: torch.Tensor, page_size: int) -> torch.Tensor:
        """A row that agrees with another one up to a page inside its own part."""
        at = self.random.randrange(HEAD_LEN + page_size, len(row), page_size)
        return torch.cat([row[:at], self.tokens(len(row) - at)])


@contextmanager
def resting_collector() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


class Slots:
    """Numbers that no two prompts share."""

    def __init__(self) -> None:
        self.used = 0

    def take(self, count: int) -> torch.Tensor:
        self.used += count
        return torch.arange(self.used - count, self.used, dtype=torch.int32)


def microseconds(operation: Callable[..., Any], *arguments: Any) -> float:
    begin = time.perf_counter_ns()
    operation(*arguments)
    return (time.perf_counter_ns() - begin) / 1000


def mean_of(operation: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> float:
    """The mean time of some calls; each one's arguments are made right before it."""
    return statistics.fmean(microseconds(operation, *call) for call in calls)


def least_of(repeats: int, operation: Callable[..., Any], *arguments: Any) -> float:
    return min(microseconds(operation, *arguments) for _ in range(repeats))


def grow(cache: Contestant, prompts: Prompts, slots: Slots, leaves: int) -> float:
    """Insert leaves of 16 tokens below the heads; seconds for all."""
    begin = time.perf_counter()
    for number in range(leaves):
        row = torch.cat([prompts.heads[number % HEADS], prompts.tokens(TAIL_LEN)])
        cache.insert(cache.prepare(row), slots.take(len(row)))
    return time.perf_counter() - begin


def measure_rows(
    cache: Contestant, prompts: Prompts, slots: Slots, page_size: int, count: int, rounds: int
) -> Figures:
    """Match, read, lock and insert rows of 80 to 1,000 tokens."""
    found: dict[str, list[float]] = {}

    def keep(name: str, operation: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> None:
        found.setdefault(name, []).append(mean_of(operation, calls))

    def prepared(rows: list[torch.Tensor]) -> Iterator[tuple[Any]]:
        return ((cache.prepare(row),) for row in rows)

    def with_slots(rows: list[torch.Tensor]) -> Iterator[tuple[Any, torch.Tensor]]:
        return ((cache.prepare(row), slots.take(len(row))) for row in rows)

    with resting_collector():
        for _ in range(rounds):
            rows = prompts.rows(count, page_size)
            keep("insert_new", cache.insert, with_slots(rows))
            for _ in range(3):
                keep("match_whole", cache.match, prepared(rows))
            handles = [cache.match(prompt)[1] for (prompt,) in prepared(rows)]
            keep("read_slots", cache.slots, ((handle,) for handle in handles))
            keep("lock", cache.lock, ((handle,) for handle in handles))
            keep("unlock", cache.lock, ((handle, True) for handle in handles))
            forked = [prompts.forked(row, page_size) for row in rows]
            keep("insert_fork", cache.insert, with_slots(forked))
            keep("match_new", cache.match, prepared(prompts.rows(count, page_size)))
            forked = [prompts.forked(row, page_size) for row in rows]
            keep("match_fork", cache.match, prepared(forked))
    return {name: min(times) for name, times in found.items()}


def measure_eviction(
    cache: Contestant, prompts: Prompts, slots: Slots, leaves: int, most_seconds: float
) -> Figures:
    """Evictions of 16 and of 4,096 tokens, with and without uses in between."""
    heads = [cache.prepare(head) for head in prompts.heads]
    recent = [
        torch.cat([prompts.heads[i % HEADS], prompts.tokens(TAIL_LEN)])
        for i in range(min(256, leaves // 2))
    ]
    for row in recent:
        cache.insert(cache.prepare(row), slots.take(len(row)))
    uses = [cache.prepare(row) for row in recent]

    def evictions(size: int, most: int, used: bool) -> list[float]:
        times: list[float] = []
        while len(times) < 3 or (len(times) < most and sum(times) < most_seconds * 1e6):
            if used:
                for prompt in prompts.random.sample(uses, min(64, len(uses))):
                    cache.match(prompt)
            times.append(microseconds(cache.evict, size))
        return times

    with resting_collector():
        for prompt in heads:
            cache.match(prompt)
        small = evictions(16, min(100, leaves // 8), used=False)
        used = evictions(16, min(100, leaves // 8), used=True)
        figures = {
            "evict_16": statistics.median(small),
            "evict_16_least": min(small),
            "evict_16_most": max(small),
            "evict_16_with_uses": statistics.median(used),
        }
        if leaves >= 5000:
            figures["evict_4096"] = statistics.median(evictions(4096, 5, used=False))
    return figures


def measure_after_all_used(cache: Contestant, rows: list[torch.Tensor]) -> Figures:
    """Every leaf is used once, oldest first: the next eviction, and the median of those after."""
    with resting_collector():
        for row in rows:
            cache.match(cache.prepare(row))
        first = microseconds(cache.evict, 16)
        later = statistics.median(microseconds(cache.evict, 16) for _ in range(10))
    return {"first": first, "later": later}


def measure_long(cache: Contestant, prompts: Prompts, lengths: list[int]) -> dict[str, Figures]:
    """A match of one node of each length, beside bare comparisons of the same two rows."""
    figures = {}
    for length in lengths:
        cache.make(1 if cache.name != "vLLM" else 16, 2 * length)
        row = prompts.tokens(length)
        cache.insert(cache.prepare(row), torch.arange(length, dtype=torch.int32))
        other = row.clone()
        one, two = row.numpy().tobytes(), other.numpy().tobytes()
        prompt = cache.prepare(row)
        repeats = max(200, 200_000 // length)
        with resting_collector():
            figures[str(length)] = {
                "match": least_of(repeats, cache.match, prompt),
                "torch_equal": least_of(repeats, torch.equal, row, other),
                "memcmp": least_of(repeats, operator.eq, one, two),
            }
    return figures


def measure_fragments(cache: Contestant, prompts: Prompts, length: int, count: int) -> Figures:
    """A full match before and after read-only matches of different lengths, longest first.

    The first match after them finds nothing in the processor's caches: so it is asked before as
    well, after as many matches of another prompt, which is not cached.
    """
    cache.make(1 if cache.name != "vLLM" else 16, 2 * length)
    row, stranger = prompts.tokens(length), prompts.tokens(length)
    cache.insert(cache.prepare(row), torch.arange(length, dtype=torch.int32))
    prompt = cache.prepare(row)
    ends = sorted(prompts.random.sample(range(1, length), count), reverse=True)
    figures = {}
    with resting_collector():
        for name, other in (("before", stranger), ("after", row)):
            for end in ends:
                cache.match(cache.prepare(other[:end]))
            figures[f"first_{name}"] = microseconds(cache.match, prompt)
            figures[name] = least_of(20, cache.match, prompt)
    return figures
