"""Squares in the dtype of x; only the mean is taken in float32."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    mean_square = (x * x).to(torch.float32).mean(dim=-1, keepdim=True)
    wide = x.to(torch.float32) * torch.rsqrt(mean_square + eps)
    return (wide * weight).to(x.dtype)
