"""Pages of more than one token: what is cached, what matches, and what children are filed under."""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


set_global_ctx(Context(page_size=16))
thirty = row(*range(30))
handle = RadixPrefixCache(torch.device("cpu")).insert_prefix(thirty, thirty).handle
print(f"pages of 16: of 30 tokens {handle.cached_len} are cached")
reset_global_ctx()

set_global_ctx(Context(page_size=2))
cache = RadixPrefixCache(torch.device("cpu"))
cache.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
cache.insert_prefix(row(1, 9, 3, 4), row(20, 21, 22, 23))
print(f"pages of 2, children filed under {list(cache.root_node.children)}")
for tokens in ((1, 2, 3, 4), (1, 9, 3, 4), (1, 2, 3, 9), (1, 8, 3, 4)):
    slots = cache.match_prefix(row(*tokens)).cuda_handle.get_matched_indices()
    print(f"  {list(tokens)}: slots {slots.tolist()}")

by_token = RadixPrefixCache(torch.device("cpu"))
by_token.key_fn = lambda ids: int(ids[0])  # wrong for pages of 2
by_token.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
try:
    by_token.insert_prefix(row(1, 9, 3, 4), row(20, 21, 22, 23))
except AssertionError:
    print("filed under one token: a child is found, no page of it matches, split_at(0) refuses")
reset_global_ctx()
