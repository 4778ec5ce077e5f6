"""Attention backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from minisgl.utils import Registry

from .base import BaseAttnBackend, BaseAttnMetadata
from .torch_backend import TorchAttnBackend
from .utils import make_causal_mask, make_offsets, make_positions

if TYPE_CHECKING:
    import torch

    from minisgl.kvcache import BaseKVCachePool

BackendFactory = Callable[["BaseKVCachePool", "torch.Tensor"], BaseAttnBackend]
ATTN_BACKENDS: Registry[BackendFactory] = Registry("attention backend")
ATTN_BACKENDS.register("torch")(TorchAttnBackend)


def create_attention_backend(
    name: str, kv_cache: BaseKVCachePool, page_table: torch.Tensor
) -> BaseAttnBackend:
    """Raises: ValueError for an unknown name."""
    return ATTN_BACKENDS[name](kv_cache, page_table)


__all__ = [
    "ATTN_BACKENDS",
    "BaseAttnBackend",
    "BaseAttnMetadata",
    "TorchAttnBackend",
    "create_attention_backend",
    "make_causal_mask",
    "make_offsets",
    "make_positions",
]
