"""Puts the rows into a copy of the pool and binds it to the argument's name.

Habit from libraries whose arrays cannot be changed, where a write gives a new array.
"""

import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    k_cache, v_cache = k_cache.clone(), v_cache.clone()
    k_cache[slots] = k
    v_cache[slots] = v


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    return cache[slots]
