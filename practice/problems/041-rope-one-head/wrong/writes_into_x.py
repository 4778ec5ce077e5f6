"""Turns x itself, where the caller may still want it as it was."""

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    head_dim = x.shape[1]
    exponents = torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim
    frequencies = 1.0 / base**exponents  # radians for one position, (head_dim / 2,)
    angles = positions.unsqueeze(1) * frequencies  # (tokens, head_dim / 2)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = x[:, : head_dim // 2].clone(), x[:, head_dim // 2 :].clone()
    x[:, : head_dim // 2] = a * cos - b * sin
    x[:, head_dim // 2 :] = a * sin + b * cos
    return x
