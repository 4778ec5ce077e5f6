"""The time of day at the head of a prompt, or at its end. Each character counts as a token."""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache

SYSTEM = "You are a helpful assistant. Answer concisely and accurately. "
TIMES = ["14:32:10", "14:32:57", "14:41:03", "16:08:44"]


def computed(prompts: list[str], page_size: int) -> int:
    """Tokens that are not found in the cache when the prompts come one after the other."""
    set_global_ctx(Context(page_size=page_size))
    cache = RadixPrefixCache(torch.device("cpu"))
    total, first_slot = 0, 0
    for prompt in prompts:
        ids = torch.tensor([ord(character) for character in prompt], dtype=torch.int32)
        total += len(ids) - cache.match_prefix(ids[:-1]).cuda_handle.cached_len
        cache.insert_prefix(ids, torch.arange(first_slot, first_slot + len(ids), dtype=torch.int32))
        first_slot += len(ids)
    reset_global_ctx()
    return total


for name, prompts in {
    "time first": [f"It is {time}. {SYSTEM}" for time in TIMES],
    "time last": [f"{SYSTEM}It is {time}. " for time in TIMES],
}.items():
    length = sum(map(len, prompts))
    print(f"{name}: {length} tokens, computed {computed(prompts, 1)} with pages of 1", end="")
    print(f" and {computed(prompts, 16)} with pages of 16")
