"""Linear layers: one product where a checkpoint has several, and the two ways to share one.

Weights have the shape (out, in), as in a checkpoint. A column-parallel layer keeps some of the
outputs on each rank; a row-parallel one some of the inputs, and sums over the ranks.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from minisgl.distributed import all_reduce, get_tp_info
from minisgl.utils import div_even

from .base import BaseOP, WeightSlots

FEW_ROWS = 16


def project(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """x W^T: (tokens, in) and (out, in) -> (tokens, out).

    A decoding step has few rows, and reading W is all its cost. In float32 on a CPU, W x^T does so
    at up to four times the speed of x W^T, and for two rows faster than for a single one
    (``benchmarks/linear_forms.py`` measures both).
    """
    if not 0 < len(x) <= FEW_ROWS or x.dtype != torch.float32 or x.device.type != "cpu":
        return F.linear(x, weight)
    rows = x.expand(max(2, len(x)), -1).contiguous()
    return (weight @ rows.t())[:, : len(x)].t().contiguous()


class LinearReplicated(BaseOP):
    """y = x W^T + b, whole on every rank: x (tokens, in) -> (tokens, out)."""

    def __init__(self, in_size: int, out_size: int, bias: bool = False) -> None:
        self.weight = torch.empty(out_size, in_size)
        self.bias = torch.empty(out_size) if bias else None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = project(x, self.weight)
        return y if self.bias is None else y + self.bias


class LinearColParallelMerged(LinearReplicated):
    """Several linear layers of one input as a single product: x (tokens, in) -> (tokens, sum).

    One large product reads its input once and keeps the cores busier than several small ones.

    Args:
        out_sizes: the outputs of each part, over all ranks.
        names: what a checkpoint calls each part.
    """

    def __init__(
        self, in_size: int, out_sizes: list[int], names: list[str], bias: bool = False
    ) -> None:
        size = get_tp_info().size
        self._part_sizes = [div_even(out_size, size) for out_size in out_sizes]
        self._names = names
        super().__init__(in_size, sum(self._part_sizes), bias)

    def weight_slots(self, prefix: str = "") -> WeightSlots:
        parent = prefix.removesuffix(".").rpartition(".")[0]  # the parts are this layer's siblings
        for leaf, tensor in super().weight_slots():
            parts = tensor.split(self._part_sizes)
            for name, part in zip(self._names, parts, strict=True):
                yield f"{parent}.{name}.{leaf}", part


class LinearQKVMerged(LinearColParallelMerged):
    """The query, key and value projections: (tokens, hidden) -> (tokens, (q + 2 kv) * head_dim)."""

    def __init__(
        self, hidden_size: int, head_dim: int, num_qo_heads: int, num_kv_heads: int, bias: bool
    ) -> None:
        out_sizes = [heads * head_dim for heads in (num_qo_heads, num_kv_heads, num_kv_heads)]
        super().__init__(hidden_size, out_sizes, ["q_proj", "k_proj", "v_proj"], bias)


class LinearRowParallel(LinearReplicated):
    """A linear layer whose input is spread over the ranks: x (tokens, in / size) -> (tokens, out).

    The bias is added once, after the sum.
    """

    def __init__(self, in_size: int, out_size: int, bias: bool = False) -> None:
        super().__init__(div_even(in_size, get_tp_info().size), out_size, bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = all_reduce(project(x, self.weight))
        return y if self.bias is None else y + self.bias
