"""Locking exactly what matched: why a match that ends inside a node cuts it in two."""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def request_reads(*tokens: int) -> None:
    """Cache [1, 2, 3, 4], lock the node in which ``tokens`` end, and ask for two tokens."""
    cache = RadixPrefixCache(torch.device("cpu"))
    cache.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
    cache.lock_handle(cache.match_prefix(row(*tokens)).cuda_handle)
    print(f"  evictable, protected: {tuple(cache.size_info)}")
    try:
        print(f"  evict 2: slots {cache.evict(2).tolist()}")
    except RuntimeError as error:
        print(f"  evict 2: {error}")


set_global_ctx(Context(page_size=1))
print("a request reads [1, 2], and its match has cut the node:")
request_reads(1, 2)
print("without a cut the only node to lock is the whole of [1, 2, 3, 4]:")
request_reads(1, 2, 3, 4)
reset_global_ctx()
