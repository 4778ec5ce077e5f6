"""Where a model meets the KV pool: one attention layer, without weights of its own."""

from __future__ import annotations

import torch

from minisgl.core import get_global_ctx

from .base import BaseOP


class AttentionLayer(BaseOP):
    """Attention of layer ``layer_id`` over everything that each request of the batch has cached."""

    def __init__(self, layer_id: int) -> None:
        self.layer_id = layer_id

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """q (tokens, heads, head_dim), k and v (tokens, kv heads, head_dim) -> like q."""
        ctx = get_global_ctx()
        return ctx.attn_backend.forward(q, k, v, self.layer_id, ctx.batch)
