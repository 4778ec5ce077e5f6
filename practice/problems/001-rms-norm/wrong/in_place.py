"""Takes x.to(torch.float32) for a copy, and normalises it in place: a float32 x is changed."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    wide = x.to(torch.float32)
    wide *= torch.rsqrt((wide * wide).mean(dim=-1, keepdim=True) + eps)
    return (wide * weight).to(x.dtype)
