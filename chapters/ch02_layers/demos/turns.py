"""RoPE: by how much does each pair turn, and what does a product of turned vectors know?"""

from __future__ import annotations

import torch

from minisgl.layers import RotaryConfig, RotaryEmbedding
from minisgl.layers.rotary import inverse_frequencies

plain = RotaryConfig(head_dim=16, max_position=2048, base=500000.0)
scaled = RotaryConfig(16, 2048, 500000.0, "llama3", 8.0, 1.0, 4.0, 256)

print("pair  radians a position  positions a turn  slowed by llama3")
pairs = zip(inverse_frequencies(plain), inverse_frequencies(scaled), strict=True)
for pair, (radians, slower) in enumerate(pairs):
    turn = 2 * torch.pi / radians
    print(f"{pair:>4}  {radians:>18.7f}  {turn:>16,.0f}  {radians / slower:>16.2f}")

rope = RotaryEmbedding(RotaryConfig(head_dim=4, max_position=2048, base=10000.0))
q = torch.tensor([[[1.0, 0.0, 0.0, 0.0]]])
turned = rope.forward(torch.tensor([2]), q, q)[0].flatten()
print(f"\n(1, 0, 0, 0) at position 2: {', '.join(f'{value:.4f}' for value in turned)}")

generator = torch.Generator().manual_seed(0)
rope = RotaryEmbedding(plain)
q, k = torch.randn(2, 1, 1, 16, generator=generator)


def product(query_at: int, key_at: int) -> float:
    turned_q, _ = rope.forward(torch.tensor([query_at]), q, q)
    _, turned_k = rope.forward(torch.tensor([key_at]), k, k)
    return (turned_q * turned_k).sum().item()


print("\nquery at  key at  product")
for query_at, key_at in [(0, 0), (5, 5), (5, 2), (105, 102), (1005, 1002), (2, 5)]:
    print(f"{query_at:>8}  {key_at:>6}  {product(query_at, key_at):>7.3f}")

torch.set_default_dtype(torch.bfloat16)  # as it is while a bfloat16 model is made
careless = 1.0 / 10000.0 ** (torch.arange(0, 8, 2) / 8)
right = inverse_frequencies(RotaryConfig(head_dim=8, max_position=2048, base=10000.0))
torch.set_default_dtype(torch.float32)
print("\nradians at position 30000, head of 8, made while bfloat16 is the default")
for name, frequencies in [("arange with its dtype", right), ("arange without", careless)]:
    print(f"  {name:<22} {' '.join(f'{30000 * radians:9.2f}' for radians in frequencies.tolist())}")
