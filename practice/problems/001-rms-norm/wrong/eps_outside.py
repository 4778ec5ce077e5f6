"""Adds eps to the root instead of under it."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    wide = x.to(torch.float32)
    root = torch.sqrt((wide * wide).mean(dim=-1, keepdim=True))
    return (wide / (root + eps) * weight).to(x.dtype)
