"""Subtracts the mean first, as LayerNorm does."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    wide = x.to(torch.float32)
    wide = wide - wide.mean(dim=-1, keepdim=True)
    mean_square = (wide * wide).mean(dim=-1, keepdim=True)
    return (wide * torch.rsqrt(mean_square + eps) * weight).to(x.dtype)
