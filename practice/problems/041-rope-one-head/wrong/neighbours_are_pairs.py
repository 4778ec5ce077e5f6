"""Pairs neighbours, elements 2i and 2i + 1, as the paper does.

Seen in: checkpoints in the layout of the original Llama code, loaded as if they had Hugging Face's.
"""

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    head_dim = x.shape[1]
    exponents = torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim
    frequencies = 1.0 / base**exponents  # radians for one position, (head_dim / 2,)
    angles = positions.unsqueeze(1) * frequencies  # (tokens, head_dim / 2)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = x[:, 0::2], x[:, 1::2]
    turned = torch.stack((a * cos - b * sin, a * sin + b * cos), dim=2).flatten(1)
    return turned.to(x.dtype)  # float32 until here: rounded once
