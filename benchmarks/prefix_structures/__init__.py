"""Five ways to know what of a prompt is cached, all behind the engine's ``BasePrefixCache``.

none         nothing is kept (``minisgl.kvcache.naive_cache``)
hash_map     whole prompts, each found by a hash of all of it (``hash_map.py``)
trie         a node for each token (``trie.py``)
hash_blocks  blocks of 16 tokens, found by a hash of their prefix, as in vLLM (``hash_blocks.py``)
radix        the engine's own tree (``minisgl.kvcache.radix_cache``; Zheng et al., "SGLang", 2023)

Importing this package makes all of them known to the engine by these names, as its ``cache_type``.
"""

from __future__ import annotations

import torch

from minisgl.kvcache import PREFIX_CACHES, BasePrefixCache, create_prefix_cache

from .hash_blocks import HashBlockCache
from .hash_map import HashMapCache
from .trie import TrieCache

PAGE_SIZES = {"none": 1, "hash_map": 1, "trie": 1, "hash_blocks": 16, "radix": 1}
STRUCTURES = tuple(PAGE_SIZES)

for _name, _class in (("hash_map", HashMapCache), ("trie", TrieCache)):
    PREFIX_CACHES.register(_name)(_class)
PREFIX_CACHES.register("hash_blocks")(HashBlockCache)


@PREFIX_CACHES.register("none")
def create_none(device: torch.device) -> BasePrefixCache:
    return create_prefix_cache(device, "naive")
