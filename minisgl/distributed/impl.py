"""The two collective operations that a tensor-parallel decoder needs.

Megatron-LM (Shoeybi et al. 2019) splits a layer's first product by columns and its second by rows,
so that one sum over the ranks at the end of each block is all the communication there is.
"""

from __future__ import annotations

import torch

from .info import get_tp_info


def all_reduce(x: torch.Tensor) -> torch.Tensor:
    """The sum of every rank's x, in place; a rank that is alone has it already."""
    if get_tp_info().size > 1:
        torch.distributed.all_reduce(x)
    return x


def all_gather(x: torch.Tensor) -> torch.Tensor:
    """Every rank's x, (rows, n) each, side by side in rank order: (rows, n * size)."""
    size = get_tp_info().size
    if size == 1:
        return x
    parts = [torch.empty_like(x) for _ in range(size)]
    torch.distributed.all_gather(parts, x.contiguous())
    return torch.cat(parts, dim=-1)
