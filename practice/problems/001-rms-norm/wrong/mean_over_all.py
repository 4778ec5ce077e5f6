"""Takes one mean over all rows, so that each token depends on its neighbours."""

import torch


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    if x.shape[0] == 0:
        return x
    wide = x.to(torch.float32)
    return (wide * torch.rsqrt((wide * wide).mean() + eps) * weight).to(x.dtype)
