"""As the engine does it: x cos + (x a quarter further) sin, with cos and sin for whole rows."""

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    half = x.shape[-1] // 2
    frequencies = base ** (torch.arange(half, dtype=torch.float32) * -2.0 / x.shape[-1])
    angles = positions.to(torch.float32).view(-1, 1) * frequencies.view(1, -1)
    cos = torch.cat((torch.cos(angles), torch.cos(angles)), dim=1).to(x.dtype)
    sin = torch.cat((torch.sin(angles), torch.sin(angles)), dim=1).to(x.dtype)
    quarter = torch.cat((-x[:, half:], x[:, :half]), dim=1)
    return x * cos + quarter * sin
