"""What does an order that looks late do under a policy whose ranks fall?"""

from __future__ import annotations

from collections.abc import Callable

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.eviction import EvictionOrder, Usage, least_recently_used
from minisgl.kvcache.radix_cache import RadixPrefixCache


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def most_recently_used(usage: Usage) -> int:
    return -usage.timestamp


def story(policy: Callable[[Usage], int]) -> None:
    """Three prompts of one token are cached, and the first of them is used again."""
    cache = RadixPrefixCache(torch.device("cpu"))
    cache._order = EvictionOrder(policy)
    for token in (1, 2, 3):
        cache.insert_prefix(row(token), row(token))
    cache.match_prefix(row(1))
    ranks = sorted((policy(node), node.key.item()) for node in cache._all_nodes())
    print(f"{policy.__name__}: rank and token, {ranks}")
    print(f"  evict(1) should take {ranks[0][1]}, and takes {cache.evict(1).item()}")


set_global_ctx(Context(page_size=1))
story(least_recently_used)
story(most_recently_used)
reset_global_ctx()
