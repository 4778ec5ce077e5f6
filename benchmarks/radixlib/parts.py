"""Where the time of one insertion goes that forks inside a node: chapter 10's, in microseconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from minisgl.kernel.torch_ops import fast_compare_key, row_to_bytes
from minisgl.kvcache.radix_cache import RadixCacheHandle, RadixTreeNode

from .contestants import chapter_10
from .workloads import Figures, Prompts, mean_of, resting_collector

LENGTH, FORK = 540, 300


def measure_parts(prompts: Prompts, count: int, rounds: int) -> Figures:
    """The whole and its parts, each on trees of their own: nodes of 540 tokens, forks after 300."""
    return {
        "whole": _least(prompts, count, rounds, lambda t: (t.cache.insert_prefix, t.forks)),
        "two rows to bytes": 2 * _least(prompts, count, rounds, lambda t: (row_to_bytes, t.rows)),
        "first difference": _least(prompts, count, rounds, lambda t: (fast_compare_key, t.pairs)),
        "split": _least(prompts, count, rounds, lambda t: (RadixTreeNode.split_at, t.splits)),
        "a node": _least(prompts, count, rounds, lambda t: (RadixTreeNode, t.nodes)),
        "a handle": _least(prompts, count, rounds, lambda t: (RadixCacheHandle, t.ends)),
    }


class _Trees:
    """A cache of rows that have nothing in common, and what is asked of it."""

    def __init__(self, prompts: Prompts, count: int) -> None:
        contestant = chapter_10()
        contestant.make(1, 0)
        self.cache: Any = contestant.cache  # type: ignore[attr-defined]
        slots = torch.arange(LENGTH, dtype=torch.int32)
        rows = [prompts.tokens(LENGTH) for _ in range(count)]
        nodes = [self.cache.insert_prefix(row, slots).handle.node for row in rows]
        forks = [torch.cat([row[:FORK], prompts.tokens(LENGTH - FORK)]) for row in rows]
        self.forks = [(fork, slots) for fork in forks]
        self.rows = [(fork,) for fork in forks]
        both = zip(nodes, forks, strict=True)
        self.pairs = [(node.key_bytes, row_to_bytes(fork), 0) for node, fork in both]
        self.splits = [(node, FORK, 1) for node in nodes]
        self.nodes = [(self.cache.key_fn, 1, 1)] * count
        self.ends = [(LENGTH, node) for node in nodes]


def _least(
    prompts: Prompts,
    count: int,
    rounds: int,
    ask: Callable[[_Trees], tuple[Callable[..., Any], list[Any]]],
) -> float:
    times = []
    for _ in range(rounds):
        operation, calls = ask(_Trees(prompts, count))
        with resting_collector():
            times.append(mean_of(operation, calls))
    return round(min(times), 2)
