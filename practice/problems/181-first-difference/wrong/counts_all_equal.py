"""Counts every place where the rows agree, not only those before the first difference."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(len(x), len(y))
    return int((x[:n] == y[:n]).sum())
