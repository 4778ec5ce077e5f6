"""The engine's own scheduler without a model: what is reused, exactly, and what the index costs."""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import torch

from minisgl.core import Batch, Context, reset_global_ctx, set_global_ctx
from minisgl.engine import ForwardOutput
from minisgl.kvcache import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo
from minisgl.scheduler import Scheduler
from minisgl.utils import align_up

from . import PAGE_SIZES
from .driving import Sent, drive
from .workloads import HIGH, LOW, SEED, Workload

T = TypeVar("T")
EVICTED_AT_ONCE = 16


class ReplayEngine:
    """In the place of ``Engine``: no model and no pool, answers of random tokens.

    Attributes:
        prefills: prompts and tokens of each prefill batch.
    """

    def __init__(self, config: Any) -> None:
        set_global_ctx(Context(config.page_size))
        self.device = torch.device("cpu")
        self.num_pages, self.max_seq_len = config.num_pages, config.max_seq_len
        shape = (config.max_running_req, config.max_seq_len)
        self.page_table = torch.zeros(shape, dtype=torch.int32)
        self.attn_backend = self.sampler = self
        self._random = torch.Generator().manual_seed(SEED)
        self.prefills: list[tuple[int, int]] = []

    def prepare_metadata(self, batch: Batch) -> None:
        """Nothing attends."""

    def prepare(self, batch: Batch) -> None:
        """Nothing is sampled."""

    def forward_batch(self, batch: Batch, args: None) -> ForwardOutput:
        if batch.phase == "prefill":
            self.prefills.append((batch.size, len(batch.input_ids)))
        for req in batch.reqs:
            req.complete_one()
        tokens = torch.randint(LOW, HIGH, (batch.size,), generator=self._random, dtype=torch.int32)
        return ForwardOutput(tokens, tokens)

    def shutdown(self) -> None:
        reset_global_ctx()


class TimedCache(BasePrefixCache):
    """A cache with a watch: seconds of each match and each insertion."""

    def __init__(self, cache: BasePrefixCache) -> None:
        self.cache = cache
        self.match_s: list[float] = []
        self.insert_s: list[float] = []

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        return _timed(self.match_s, lambda: self.cache.match_prefix(input_ids))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        return _timed(self.insert_s, lambda: self.cache.insert_prefix(input_ids, indices))

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        self.cache.lock_handle(handle, unlock)

    def evict(self, size: int) -> torch.Tensor:
        return self.cache.evict(size)

    def reset(self) -> None:
        self.cache.reset()

    @property
    def size_info(self) -> SizeInfo:
        return self.cache.size_info

    def check_integrity(self) -> None:
        self.cache.check_integrity()


def _timed(times: list[float], work: Callable[[], T]) -> T:
    begin = time.perf_counter()
    result = work()
    times.append(time.perf_counter() - begin)
    return result


class Replayed(NamedTuple):
    """What came of a workload.

    Attributes:
        sent: every prompt.
        timed: the cache as it is left.
        prefills: prompts and tokens of each prefill batch.
    """

    sent: list[Sent]
    timed: TimedCache
    prefills: list[tuple[int, int]]


def replay(workload: Workload, structure: str) -> Replayed:
    """Serve a workload. The context is free again afterwards."""
    page_size = PAGE_SIZES[structure]
    config: Any = SimpleNamespace(
        page_size=page_size,
        num_pages=align_up(workload.slots, page_size) // page_size,
        cache_type=structure,
        max_running_req=workload.at_once,
        max_seq_len=workload.longest,
        max_extend_tokens=MAX_EXTEND_TOKENS,
        model_config=SimpleNamespace(eos_token_ids=frozenset()),
    )
    with patch("minisgl.scheduler.scheduler.Engine", ReplayEngine):
        scheduler = Scheduler(config)
    try:
        engine: Any = scheduler.engine
        timed = TimedCache(scheduler.cache_manager.prefix_cache)
        scheduler.cache_manager.prefix_cache = timed
        sent = drive(scheduler, workload)
        scheduler.run_when_idle()  # looks for leaks
    finally:
        scheduler.shutdown()
    return Replayed(sent, timed, engine.prefills)


MAX_EXTEND_TOKENS = 2048  # of a prefill batch: a first token need not wait for 32 long prompts


def costs(timed: TimedCache) -> dict[str, Any]:
    """What the index of a replayed workload cost: time for each operation, and memory.

    The cache is emptied, ``EVICTED_AT_ONCE`` tokens at a time, to time evictions.
    """
    cached = timed.size_info.total_size
    memory = deep_size(timed.cache)
    evict_s: list[float] = []
    while timed.size_info.evictable_size >= EVICTED_AT_ONCE:
        _timed(evict_s, lambda: timed.evict(EVICTED_AT_ONCE))
    return {
        "match_us": _microseconds(timed.match_s),
        "insert_us": _microseconds(timed.insert_s),
        "evict_us": _microseconds(evict_s),
        "cached_tokens": cached,
        "index_bytes": memory,
        "index_bytes_per_token": round(memory / cached, 1) if cached else None,
    }


def batches(prefills: list[tuple[int, int]]) -> dict[str, float]:
    """How much a prefill batch holds in the mean: a first token waits for all of its batch."""
    return {
        "prompts_per_prefill": round(statistics.fmean(prompts for prompts, _ in prefills), 2),
        "tokens_per_prefill": round(statistics.fmean(tokens for _, tokens in prefills), 1),
    }


def _microseconds(times: list[float]) -> float | None:
    return round(statistics.median(times) * 1e6, 1) if times else None


def deep_size(root: object) -> int:
    """Bytes of an object and all that it holds: as Python counts them, and tensors' own memory.

    What an allocator adds is not in it, nor the few hundred bytes of a tensor's head in C++.
    """
    seen: set[int] = set()
    stack, total = [root], 0
    while stack:
        one = stack.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType, FunctionType)):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        if isinstance(one, torch.Tensor):
            total += one.untyped_storage().nbytes()
        else:
            stack.extend(gc.get_referents(one))
    return total
