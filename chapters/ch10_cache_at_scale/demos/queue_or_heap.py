"""How many entries wait in the queue and how many in the heap, under each policy?"""

from __future__ import annotations

import random

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.eviction import EVICTION_POLICIES
from minisgl.kvcache.radix_cache import RadixPrefixCache

ROUNDS, KEPT = 2000, 1000


def serve(policy: str, used_again: bool) -> str:
    """Prompts of one token come; at most 1,000 are kept. Entries in the queue, and in the heap."""
    generator = random.Random(10)
    cache = RadixPrefixCache(torch.device("cpu"), policy)
    for token in range(ROUNDS):
        ids = torch.tensor([token], dtype=torch.int32)
        cache.insert_prefix(ids, ids)
        if used_again:
            cache.match_prefix(ids - generator.randrange(KEPT))
        if cache.evictable_size > KEPT:
            cache.evict(1)
    order = cache._order
    return f"{len(order._in_turn):>4} {len(order._late):>4}"


set_global_ctx(Context(page_size=1))
print("           insertions alone   each with a use of an older one")
print("           queue heap         queue heap")
for policy in EVICTION_POLICIES.names:
    print(f"{policy:<10} {serve(policy, False)}          {serve(policy, True)}")
reset_global_ctx()
