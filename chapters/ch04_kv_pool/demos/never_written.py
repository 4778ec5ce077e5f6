"""What does attention make of a slot that was never written, if a mask hides it?"""

from __future__ import annotations

import torch

from minisgl.kernel import gather_kv
from minisgl.kvcache import MHAKVCache

LENGTH, PAGE_SIZE = 5, 4  # five tokens in two pages; three slots of the second stay unwritten
SLOTS = torch.tensor([8, 9, 10, 11, 4, 5, 6, 7], dtype=torch.int32)


def make_pool(garbage: float) -> MHAKVCache:
    """A pool whose memory held ``garbage`` before, with five tokens of value 1, 2, 3, 4, 5."""
    pool = MHAKVCache(1, 1, 1, 3, PAGE_SIZE, torch.float32, torch.device("cpu"))
    for cache in (pool.k_cache(0), pool.v_cache(0)):
        cache += garbage  # zeros stay zeros if it is 0
    rows = torch.arange(1.0, LENGTH + 1)[:, None, None]
    pool.store_kv(torch.zeros_like(rows), rows, SLOTS[:LENGTH], layer_id=0)  # all scores are equal
    return pool


def attend(pool: MHAKVCache, slots: torch.Tensor) -> float:
    """The mean of the values that the mask leaves, as attention computes it for one query."""
    keys = gather_kv(pool.k_cache(0), slots).flatten()
    values = gather_kv(pool.v_cache(0), slots).flatten()
    scores = keys.masked_fill(torch.arange(len(slots)) >= LENGTH, float("-inf"))
    weights = torch.softmax(scores, dim=0)
    print(f"  weights {[round(weight, 1) for weight in weights.tolist()]}")
    print(f"  values  {values.tolist()}")
    return float(weights @ values)


print("whole pages and a mask, from a pool of zeros:")
print(f"  result  {attend(make_pool(0.0), SLOTS):.1f}")
print("whole pages and a mask, from a pool that was never cleared:")
print(f"  result  {attend(make_pool(float('nan')), SLOTS):.1f}")
print("the slots of the five tokens alone, from the same pool:")
print(f"  result  {attend(make_pool(float('nan')), SLOTS[:LENGTH]):.1f}")
