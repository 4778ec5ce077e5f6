"""Where a model meets the KV pool: one attention layer, without weights of its own."""

from __future__ import annotations

import torch

from minisgl.attention.torch_backend import attend
from minisgl.core import try_get_global_ctx

from .base import BaseOP


class AttentionLayer(BaseOP):
    """Attention of layer ``layer_id``: each token looks at its own request, up to itself."""

    def __init__(self, layer_id: int) -> None:
        self.layer_id = layer_id

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """q (tokens, heads, head_dim), k and v (tokens, kv heads, head_dim) -> like q."""
        ctx = try_get_global_ctx()
        if ctx is None:  # a model without an engine: the tokens are one sequence, from its start
            return attend(q, k, v, mask=None, is_causal=True)
        return ctx.attn_backend.forward(q, k, v, self.layer_id, ctx.batch)
