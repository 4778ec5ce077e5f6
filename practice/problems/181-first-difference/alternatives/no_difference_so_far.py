"""Counts the places up to which no difference was seen: a running sum that is still 0."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(x.shape[0], y.shape[0])
    differences = (x[:n] != y[:n]).to(torch.int64).cumsum(0)
    return int((differences == 0).sum())
