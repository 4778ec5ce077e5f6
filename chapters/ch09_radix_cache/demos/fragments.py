"""Matches that only ask leave cuts behind: nodes in the tree, and nodes that a match passes."""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache

LENGTH = 128


def state(cache: RadixPrefixCache, ids: torch.Tensor) -> str:
    handle = cache.match_prefix(ids).cuda_handle
    assert handle.cached_len == LENGTH
    passed = len(handle.path())  # type: ignore[attr-defined]
    return f"{len(list(cache._all_nodes()))} nodes, a whole match passes {passed}"


for page_size in (1, 16):
    set_global_ctx(Context(page_size=page_size))
    cache = RadixPrefixCache(torch.device("cpu"))
    ids = torch.arange(LENGTH, dtype=torch.int32)
    cache.insert_prefix(ids, ids)
    print(f"pages of {page_size}, one prompt of {LENGTH} tokens: {state(cache, ids)}")
    for length in range(1, LENGTH):
        cache.match_prefix(ids[:length])
    print(f"  after a match of every length: {state(cache, ids)}")
    print(f"  evict(1) frees {len(cache.evict(1))} of its {LENGTH} tokens")
    reset_global_ctx()
