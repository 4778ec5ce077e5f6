"""Root-mean-square normalisation (Zhang and Sennrich 2019)."""

from __future__ import annotations

import torch

from .base import BaseOP


class RMSNorm(BaseOP):
    """x / sqrt(mean(x^2) + eps) * weight, over the last dimension, any shape (…, size).

    The mean is taken in float32 whatever the dtype, as Hugging Face does: squares of bfloat16
    numbers lose too much.
    """

    def __init__(self, size: int, eps: float) -> None:
        self.weight = torch.empty(size)
        self._eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        wide = x.float()
        scale = torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + self._eps)
        return self.weight * (wide * scale).to(x.dtype)
