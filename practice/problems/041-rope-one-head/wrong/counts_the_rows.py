"""Takes the number of the row for its position.

Seen in: MinivLLM PR 98, where after a cache hit the computed tokens' positions started at 0.
"""

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    head_dim = x.shape[1]
    exponents = torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim
    frequencies = 1.0 / base**exponents  # radians for one position, (head_dim / 2,)
    rows = torch.arange(len(x), dtype=torch.float32)
    angles = rows.unsqueeze(1) * frequencies  # (tokens, head_dim / 2)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = x[:, : head_dim // 2], x[:, head_dim // 2 :]
    turned = torch.cat((a * cos - b * sin, a * sin + b * cos), dim=1)
    return turned.to(x.dtype)  # float32 until here: rounded once
