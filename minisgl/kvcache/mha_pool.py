"""The paged pool for multi-head and grouped-query attention (PagedAttention, Kwon et al. 2023)."""

from __future__ import annotations

import torch

from minisgl.distributed import get_tp_info
from minisgl.kernel import store_kv
from minisgl.utils import div_even

from .base import BaseKVCachePool


class MHAKVCache(BaseKVCachePool):
    """One tensor for all: (2, layers, pages * page_size, kv heads, head_dim), keys before values.

    Pages are a matter of allocation alone: in memory their slots simply follow one another.
    """

    def __init__(
        self,
        num_layers: int,
        num_kv_heads: int,
        head_dim: int,
        num_pages: int,
        page_size: int,
        dtype: torch.dtype,
        device: torch.device,
    ) -> None:
        local_heads = div_even(num_kv_heads, get_tp_info().size)
        shape = (2, num_layers, num_pages * page_size, local_heads, head_dim)
        # Zeros and not empty: a mask does not stop a NaN in a slot that was never written.
        self._buffer = torch.zeros(shape, dtype=dtype, device=device)

    def k_cache(self, layer_id: int) -> torch.Tensor:
        return self._buffer[0, layer_id]

    def v_cache(self, layer_id: int) -> torch.Tensor:
        return self._buffer[1, layer_id]

    def store_kv(
        self, k: torch.Tensor, v: torch.Tensor, out_loc: torch.Tensor, layer_id: int
    ) -> None:
        store_kv(self.k_cache(layer_id), self.v_cache(layer_id), out_loc, k, v)
