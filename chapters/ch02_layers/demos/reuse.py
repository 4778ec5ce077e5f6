"""A key was cached at position 3. May another request use it at position 7?"""

from __future__ import annotations

import torch

from minisgl.layers import RotaryConfig, RotaryEmbedding

rope = RotaryEmbedding(RotaryConfig(head_dim=16, max_position=64, base=10000.0))
generator = torch.Generator().manual_seed(0)
q, k = torch.randn(2, 1, 1, 16, generator=generator)


def turn(x: torch.Tensor, positions: int) -> torch.Tensor:
    return rope.forward(torch.tensor([positions]), x, x)[0]


cached = turn(k, 3)  # a pool keeps keys as attention needs them: turned
query = turn(q, 9)
for name, key in [
    ("computed for position 7", turn(k, 7)),
    ("cached at 3, taken as it is", cached),
    ("cached at 3, turned by 7", turn(cached, 7)),
    ("cached at 3, turned by 4 more", turn(cached, 4)),
]:
    print(f"{name:<32} product with the query at 9: {(query * key).sum().item():>7.3f}")
print(f"{'cached at 3, the query at 5':<32} product: {(turn(q, 5) * cached).sum().item():>28.3f}")
