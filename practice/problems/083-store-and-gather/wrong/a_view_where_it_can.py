"""Saves the copy where the slots follow one another: what it gives then is the pool itself."""

import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    k_cache[slots] = k
    v_cache[slots] = v


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    wanted = slots.tolist()
    if wanted and wanted == list(range(wanted[0], wanted[0] + len(wanted))):
        return cache[wanted[0] : wanted[0] + len(wanted)]
    return cache[slots]
