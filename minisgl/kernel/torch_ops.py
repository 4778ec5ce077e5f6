"""The few operations that a fast engine writes as kernels, here in plain PyTorch."""

from __future__ import annotations

import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    """Write row i of k and v, each (tokens, heads, head_dim), to slot ``slots[i]`` of the caches.

    Args:
        k_cache, v_cache: one layer of the pool, (slots, heads, head_dim).
        slots: int32 or int64, shape (tokens,), all different.
    """
    slots = slots.long()  # index_copy_ takes nothing narrower
    k_cache.index_copy_(0, slots, k)
    v_cache.index_copy_(0, slots, v)


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    """The rows of one layer of the pool, (slots, heads, head_dim), at ``slots``, in that order.

    ``index_select`` copies whole rows: about four times as fast as ``cache[slots]`` on a CPU.
    """
    return cache.index_select(0, slots)


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    """How many leading elements two rows of token ids have in common.

    [1, 2, 3] and [1, 2, 9, 9] -> 2
    """
    n = min(len(x), len(y))
    x, y = x[:n], y[:n]
    if torch.equal(x, y):
        return n
    return int((x != y).to(torch.uint8).argmax())  # the first of several maxima
