"""Slot 2 of the pool was never written to and holds NaN. Does a mask keep it out?"""

from __future__ import annotations

import torch

from minisgl.attention.torch_backend import attend
from minisgl.kernel import gather_kv

torch.manual_seed(0)
pool = torch.randn(2, 4, 1, 4)  # keys and values of four slots, one head
pool[:, 2] = torch.nan
slots = torch.tensor([3, 0], dtype=torch.int32)  # the request's own tokens, in their order
query = torch.randn(1, 1, 4)


def show(name: str, out: torch.Tensor) -> None:
    print(f"{name}: {[round(x, 3) for x in out.flatten().tolist()]}")


own = torch.tensor([[True, False, False, True]])
show(
    "all slots, a mask over what is not ours", attend(query, pool[0], pool[1], own, is_causal=False)
)
keys, values = (gather_kv(cache, slots) for cache in pool)
show("our own slots, gathered               ", attend(query, keys, values, None, is_causal=False))
print(f"a score: nan + -inf = {torch.nan - torch.inf}; a value: 0.0 * nan = {0.0 * torch.nan}")
