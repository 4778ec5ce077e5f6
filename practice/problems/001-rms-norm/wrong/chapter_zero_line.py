"""The line of the tiny engine as it stands, which is right only for a float32 x."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    scale = torch.rsqrt((x * x).mean(dim=-1, keepdim=True) + eps)
    return (x * scale * weight).to(x.dtype)
