"""A row that names no slot for its last token: what becomes of the write?"""

from __future__ import annotations

import torch

from minisgl.kvcache import MHAKVCache

PAGES, PAGE_SIZE = 3, 2
OTHERS = torch.tensor([4, 5], dtype=torch.int32)  # somebody else's page, the last of the pool


def make_pool(num_pages: int) -> MHAKVCache:
    """A pool with the tokens 8 and 9 of another request in slots 4 and 5."""
    pool = MHAKVCache(1, 1, 1, num_pages, PAGE_SIZE, torch.float32, torch.device("cpu"))
    pool.store_kv(rows(8, 9), rows(8, 9), OTHERS, layer_id=0)
    return pool


def rows(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float32)[:, None, None]


def keys(pool: MHAKVCache) -> list[int]:
    return pool.k_cache(0).flatten().int().tolist()


short = torch.tensor([0, 1, -1], dtype=torch.int32)  # three tokens, one page: -1 is "no slot"
pool = make_pool(PAGES)
print(f"before:                      {keys(pool)}")
pool.k_cache(0)[short] = rows(1, 2, 3)
print(f"-1, written by k_cache[...]: {keys(pool)}")

pool = make_pool(PAGES)
try:
    pool.k_cache(0).index_copy_(0, short.long(), rows(1, 2, 3))
except (IndexError, RuntimeError):
    print("-1, by index_copy_:          refused")

dummy_slot = PAGES * PAGE_SIZE  # the first slot of a page behind the others, which nobody owns
short = torch.tensor([0, 1, dummy_slot], dtype=torch.int32)
pool = make_pool(PAGES + 1)
pool.store_kv(rows(1, 2, 3), rows(1, 2, 3), short, layer_id=0)
print(f"the slot of a dummy page:    {keys(pool)}")
