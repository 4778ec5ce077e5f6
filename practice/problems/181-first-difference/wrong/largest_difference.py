"""Finds the largest difference of two ids instead of the first."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(len(x), len(y))
    x, y = x[:n], y[:n]
    if torch.equal(x, y):
        return n
    return int((x - y).abs().argmax())
