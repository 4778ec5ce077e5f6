"""Takes the tokens of a request to lie side by side, from its first slot on."""

import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    if len(slots) > 0:
        first = slots.tolist()[0]
        k_cache[first : first + len(slots)] = k
        v_cache[first : first + len(slots)] = v


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    first = slots.tolist()[0] if len(slots) > 0 else 0
    return cache[first : first + len(slots)].clone()
