"""Radix trees for tests: made, asked, and shown as plain values."""

from __future__ import annotations

import torch
from helpers import t

from minisgl.core import Context, set_global_ctx
from minisgl.kvcache import BaseCacheHandle
from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode


def make_cache(page_size: int = 1) -> RadixPrefixCache:
    set_global_ctx(Context(page_size=page_size))
    return RadixPrefixCache(torch.device("cpu"))


def match(cache: RadixPrefixCache, *ids: int) -> BaseCacheHandle:
    return cache.match_prefix(t(*ids)).cuda_handle


def slots(cache: RadixPrefixCache, *ids: int) -> list[int]:
    return match(cache, *ids).get_matched_indices().tolist()


def shape(node: RadixTreeNode) -> dict[tuple[int, ...], object]:
    """The tree below a node: {key: (slots, ref_count, children)}."""
    return {
        tuple(child.key.tolist()): (child.value.tolist(), child.ref_count, shape(child))
        for child in node.children.values()
    }


def three_inserts() -> RadixPrefixCache:
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(1, 2, 5, 6), t(10, 11, 20, 21))
    cache.insert_prefix(t(7, 8), t(30, 31))
    return cache
