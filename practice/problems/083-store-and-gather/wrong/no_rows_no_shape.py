"""Stacks single rows, and has an empty tensor without heads where there are none to stack."""

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
    rows = [cache[slot] for slot in slots.tolist()]
    return torch.stack(rows) if rows else torch.tensor([], dtype=cache.dtype)
