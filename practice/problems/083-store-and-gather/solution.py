import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    """Write row i of k and of v to slot slots[i] of the caches, in place."""
    k_cache[slots] = k
    v_cache[slots] = v


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    """A copy of the rows of the cache at slots, in that order."""
    return cache[slots]  # a tensor as the index copies, where a slice would give a view
