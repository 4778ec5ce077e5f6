"""Two prompts are cached. What do four ways to remember them find of the next ones?"""

from __future__ import annotations

import torch

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache

SYSTEM = [*range(1, 11)]  # ten tokens that every prompt begins with
CACHED = [[*SYSTEM, 11, 12], [*SYSTEM, 21, 22, 23, 24]]
NEXT = {
    "the same prompt": CACHED[0],
    "its next turn": [*CACHED[0], 13, 14],
    "another question": [*SYSTEM, 31],
    "a fork in a block": [*SYSTEM[:7], 99],
}
BLOCK = 4


def whole_prompts(tokens: list[int]) -> int:
    return len(tokens) if tuple(tokens) in {tuple(prompt) for prompt in CACHED} else 0


def prefixes(tokens: list[int], step: int) -> list[tuple[int, ...]]:
    """Every prefix that is a multiple of ``step`` long: what stands in a trie, or in a table of
    blocks whose keys are chained, so that each key stands for all tokens up to its end."""
    return [tuple(tokens[:end]) for end in range(step, len(tokens) + 1, step)]


def longest(tokens: list[int], step: int) -> int:
    known = {prefix for prompt in CACHED for prefix in prefixes(prompt, step)}
    return max((len(p) for p in prefixes(tokens, step) if p in known), default=0)


def entries(step: int) -> int:
    return len({prefix for prompt in CACHED for prefix in prefixes(prompt, step)})


def radix_tree(page_size: int) -> tuple[int, list[int]]:
    """How many nodes it has, and what it finds."""
    set_global_ctx(Context(page_size=page_size))
    cache = RadixPrefixCache(torch.device("cpu"))
    for number, prompt in enumerate(CACHED):
        slots = torch.arange(16, dtype=torch.int32) + 16 * number
        cache.insert_prefix(torch.tensor(prompt, dtype=torch.int32), slots[: len(prompt)])
    nodes = len(list(cache._all_nodes()))  # before the matches split any
    found = [
        cache.match_prefix(torch.tensor(tokens, dtype=torch.int32)).cuda_handle.cached_len
        for tokens in NEXT.values()
    ]
    reset_global_ctx()
    return nodes, found


def line(name: str, count: int, found: list[int]) -> None:
    print(f"{name:<24}{count:>7}" + "".join(f"{length:>19}" for length in found))


print(f"{'':<24}{'entries':>7}" + "".join(f"{name:>19}" for name in NEXT))
line("table of whole prompts", len(CACHED), [whole_prompts(tokens) for tokens in NEXT.values()])
line("trie", entries(1), [longest(tokens, 1) for tokens in NEXT.values()])
line(f"hash blocks of {BLOCK}", entries(BLOCK), [longest(t, BLOCK) for t in NEXT.values()])
line("radix tree, pages of 1", *radix_tree(1))
line(f"radix tree, pages of {BLOCK}", *radix_tree(BLOCK))
