"""The KV pool, and the caches that remember what is in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from minisgl.utils import Registry

from .base import (
    BaseCacheHandle,
    BaseKVCachePool,
    BasePrefixCache,
    InsertResult,
    MatchResult,
    SizeInfo,
)
from .mha_pool import MHAKVCache
from .naive_cache import NaivePrefixCache

if TYPE_CHECKING:
    import torch

    from minisgl.models import ModelConfig

PREFIX_CACHES: Registry[Callable[[torch.device], BasePrefixCache]] = Registry("prefix cache")


@PREFIX_CACHES.register("naive")
def create_naive_cache(device: torch.device) -> BasePrefixCache:
    return NaivePrefixCache(device)


@PREFIX_CACHES.register("radix")
def create_radix_cache(device: torch.device) -> BasePrefixCache:
    from .radix_cache import RadixPrefixCache  # here: it reads the context, which imports this

    return RadixPrefixCache(device)


def create_prefix_cache(device: torch.device, cache_type: str) -> BasePrefixCache:
    """Raises: ValueError for an unknown type."""
    return PREFIX_CACHES[cache_type](device)


def create_kvcache_pool(
    model_config: ModelConfig,
    num_pages: int,
    page_size: int,
    dtype: torch.dtype,
    device: torch.device,
) -> BaseKVCachePool:
    """The pool that fits a model."""
    return MHAKVCache(
        num_layers=model_config.num_layers,
        num_kv_heads=model_config.num_kv_heads,
        head_dim=model_config.head_dim,
        num_pages=num_pages,
        page_size=page_size,
        dtype=dtype,
        device=device,
    )


__all__ = [
    "PREFIX_CACHES",
    "BaseCacheHandle",
    "BaseKVCachePool",
    "BasePrefixCache",
    "InsertResult",
    "MHAKVCache",
    "MatchResult",
    "NaivePrefixCache",
    "SizeInfo",
    "create_kvcache_pool",
    "create_naive_cache",
    "create_prefix_cache",
    "create_radix_cache",
]
