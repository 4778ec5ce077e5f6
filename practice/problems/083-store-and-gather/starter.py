import torch


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    """Write row i of k and of v to slot slots[i] of the caches, in place."""
    raise NotImplementedError("not written yet")


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    """A copy of the rows of the cache at slots, in that order."""
    raise NotImplementedError("not written yet")
