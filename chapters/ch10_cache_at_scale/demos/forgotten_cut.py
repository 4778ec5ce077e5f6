"""What becomes of a prefix that was read a moment ago, if eviction does not know of the cut?"""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


class ForgetfulCache(RadixPrefixCache):
    """Its cuts are noted, and no longer known when room is needed."""

    def evict(self, size: int) -> torch.Tensor:
        for node in self._all_nodes():
            node.cuts.clear()
        return super().evict(size)


def story(cache: RadixPrefixCache) -> None:
    """A conversation, another prompt, a request that reads the head of the first and must wait."""
    cache.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
    cache.insert_prefix(row(7, 8), row(20, 21))
    waiting = row(1, 2, 9)
    print(f"  a request finds {cache.match_prefix(waiting).cuda_handle.cached_len} tokens")
    print(f"  evict(1) frees slots {cache.evict(1).tolist()}")
    print(f"  now the request finds {cache.match_prefix(waiting).cuda_handle.cached_len}")


set_global_ctx(Context(page_size=1))
print("the cuts are forgotten:")
story(ForgetfulCache(torch.device("cpu")))
print("the cuts are kept:")
story(RadixPrefixCache(torch.device("cpu")))
reset_global_ctx()
