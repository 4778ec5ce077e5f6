"""Chapter 10: what an order, deferred cuts and bytes save, in counts; then the same answers."""

from __future__ import annotations

import torch

from minisgl.core import Context, SamplingParams, reset_global_ctx, set_global_ctx
from minisgl.kernel.torch_ops import ITEM_BYTES, fast_compare_key, row_to_bytes
from minisgl.kvcache.eviction import EVICTION_POLICIES, EvictionOrder
from minisgl.kvcache.radix_cache import RadixCacheHandle, RadixPrefixCache
from minisgl.llm import LLM
from minisgl.scheduler import ForwardInput
from minisgl.utils import ModelOptions, load_tokenizer, parse_model_options

SYSTEM = "You are a helpful assistant. Answer concisely and accurately. " * 4
QUESTIONS = [
    "What is 2 + 2?",
    "Name a primary color.",
    "What is the capital of Japan?",
    "Spell cat.",
]


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


class CountingOrder(EvictionOrder):
    """Counts the entries that are looked at."""

    looked_at = 0

    def _next(self):  # type: ignore[no-untyped-def]
        self.looked_at += 1
        return super()._next()


def make_cache(policy: str = "lru") -> tuple[RadixPrefixCache, CountingOrder]:
    reset_global_ctx()
    set_global_ctx(Context(page_size=1))
    cache = RadixPrefixCache(torch.device("cpu"), policy)
    cache._order = order = CountingOrder(EVICTION_POLICIES[policy])
    return cache, order


def show_order() -> None:
    print("evict(16), one system prompt with leaves of 8 tokens below it:")
    print("    leaves  a walk visits  entries looked at  after a use of the 10 oldest  and again")
    for leaves in (100, 1000, 5000):
        cache, order = make_cache()
        for leaf in range(leaves):
            ids = row(1, 2, 3, leaf, 4, 5, 6, 7, 8, 9, 10)
            cache.insert_prefix(ids, ids)
        nodes, looked = list(cache._all_nodes()), []
        for uses in (0, 10, 0):
            (head,) = cache.root_node.children.values()
            for leaf_node in list(head.children.values())[:uses]:
                cache.match_prefix(torch.cat([head.key, leaf_node.key]))
            order.looked_at = 0
            cache.evict(16)
            looked.append(order.looked_at)
        print(f"{leaves:>10} {len(nodes):>14} {looked[0]:>18} {looked[1]:>29} {looked[2]:>10}")


def show_policies() -> None:
    print("\nfour prompts: 1 used often, 2 twice and long ago, 3 with a priority, 4 just now")
    for policy in EVICTION_POLICIES.names:
        cache, _ = make_cache(policy)
        for token in (1, 2, 3):
            cache.insert_prefix(row(token), row(token), priority=3 if token == 3 else 0)
        for token in (2, 1, 3):
            cache.match_prefix(row(token))
        cache.insert_prefix(row(4), row(4))
        cache.match_prefix(row(1))
        print(f"    {policy:<8} evicts {cache.evict(4).tolist()}")


def show_cuts() -> None:
    cache, _ = make_cache()
    ids = torch.arange(2048, dtype=torch.int32)
    cache.insert_prefix(ids, ids)
    for length in range(2000, 0, -1):
        cache.match_prefix(ids[:length])
    (node,) = cache._all_nodes()
    handle = cache.match_prefix(ids).cuda_handle
    assert isinstance(handle, RadixCacheHandle)
    print("\n2000 matches of different lengths in a run of 2048 tokens:")
    print(f"    1 node, {len(node.cuts)} cuts noted; a whole match passes {len(handle.path())}")
    short = cache.match_prefix(ids[:1000]).cuda_handle
    cache.lock_handle(short)
    print(f"    after a lock of 1000 tokens: {len(list(cache._all_nodes()))} nodes")
    print(f"    evictable, protected: {tuple(cache.size_info)}")
    print(f"    evict(1) frees slots {cache.evict(1).tolist()[:2]} and on, to the last cut")
    cache.check_integrity()


class CountingBytes(bytes):
    """Remembers how long the parts are that are taken of it to be compared."""

    def __init__(self, data: bytes) -> None:
        self.sizes: list[int] = []

    def __getitem__(self, key):  # type: ignore[no-untyped-def]
        part = super().__getitem__(key)
        self.sizes.append(len(part))
        return part


def show_comparison() -> None:
    ids = torch.arange(64_000, dtype=torch.int32)
    other = ids.clone()
    other[50_000] = 7
    key = CountingBytes(row_to_bytes(ids))
    common = fast_compare_key(key, row_to_bytes(other))
    print(f"\ntwo rows of 64000 tokens have {common // ITEM_BYTES} in common: found with ", end="")
    print(f"{len(key.sizes)} comparisons of {sum(key.sizes) // ITEM_BYTES} tokens together")


class CountingLLM(LLM):
    """Counts the prompt tokens that prefill computes."""

    computed = 0

    def _forward(self, forward_input: ForwardInput):  # type: ignore[no-untyped-def]
        if forward_input.batch.is_prefill:
            self.computed += sum(req.extend_len for req in forward_input.batch.reqs)
        return super()._forward(forward_input)


def serve(options: ModelOptions, cache_type: str, spare: int) -> list[list[int]]:
    """Every question twice, one after the other; all tokens.

    ``spare`` is how many pages the pool has beyond those of the longest prompt.
    """
    reset_global_ctx()
    prompts = [SYSTEM + question for question in QUESTIONS] * 2
    tokenizer = load_tokenizer(options.path)
    lengths = [len(tokenizer(prompt).input_ids) for prompt in prompts]
    llm = CountingLLM(
        options.path,
        device=options.device,
        dtype=options.dtype,
        max_running_req=8,
        num_page_override=max(lengths) + spare,
        max_seq_len_override=256,
        cache_type=cache_type,
    )
    answers = [llm.generate([prompt], SamplingParams(max_tokens=4))[0] for prompt in prompts]
    llm.cache_manager.check_integrity()
    print(f"{cache_type}, {max(lengths) + spare} pages: ", end="")
    print(f"{sum(lengths)} prompt tokens, {llm.computed} computed")
    llm.shutdown()
    return [answer["token_ids"] for answer in answers]


def main() -> None:
    options = parse_model_options(__doc__)
    show_order()
    show_policies()
    show_cuts()
    show_comparison()
    print()
    runs = (("naive", 940), ("radix", 940), ("radix", 20))
    outputs = [serve(options, *run) for run in runs]
    print(f"the same tokens from all: {outputs[0] == outputs[1] == outputs[2]}")


if __name__ == "__main__":
    main()
