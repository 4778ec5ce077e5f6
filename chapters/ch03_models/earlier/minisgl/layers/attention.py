"""Where the tokens of a sequence look at each other: attention without weights of its own."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from .base import BaseOP


class AttentionLayer(BaseOP):
    """Causal attention within one sequence that is computed whole."""

    def __init__(self, layer_id: int) -> None:
        self.layer_id = layer_id

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """q (tokens, heads, head_dim), k and v (tokens, kv heads, head_dim) -> like q."""
        q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))  # (1, heads, tokens, dim)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return out.squeeze(0).transpose(0, 1)
