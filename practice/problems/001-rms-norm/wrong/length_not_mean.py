"""Divides by the length of the vector: the root of the sum of squares, not of their mean."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    wide = x.to(torch.float32)
    squares = (wide * wide).sum(dim=-1, keepdim=True)
    return (wide * torch.rsqrt(squares + eps) * weight).to(x.dtype)
