import torch


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float) -> torch.Tensor:
    """What one token, q (heads, dim), reads from the cached tokens (tokens, kv_heads, dim)."""
    raise NotImplementedError("not written yet")
