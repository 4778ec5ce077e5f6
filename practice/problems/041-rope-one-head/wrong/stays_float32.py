"""Leaves the result in float32, although x is bfloat16.

Seen in: transformers issue 24261, where RoPE gave float32 back to a model in float16.
"""

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    head_dim = x.shape[1]
    exponents = torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim
    frequencies = 1.0 / base**exponents  # radians for one position, (head_dim / 2,)
    angles = positions.unsqueeze(1) * frequencies  # (tokens, head_dim / 2)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = x[:, : head_dim // 2], x[:, head_dim // 2 :]
    turned = torch.cat((a * cos - b * sin, a * sin + b * cos), dim=1)
    return turned
