"""Gated activations (Shazeer 2020)."""

from __future__ import annotations

import torch
import torch.nn.functional as F


def silu_and_mul(x: torch.Tensor) -> torch.Tensor:
    """silu(gate) * up, where x (…, 2n) is gate and up side by side: -> (…, n)."""
    gate, up = x.chunk(2, dim=-1)
    return F.silu(gate) * up
