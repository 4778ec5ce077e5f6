"""Treats the slots as a set, and so loses their order and how often each occurs."""

import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    for row, slot in enumerate(sorted(set(slots.tolist()))):
        k_cache[slot] = k[row]
        v_cache[slot] = v[row]


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    wanted = torch.tensor(sorted(set(slots.tolist())), dtype=torch.int32)
    return cache[wanted]
