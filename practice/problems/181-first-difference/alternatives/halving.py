"""Looks for the longest common start by halving: if a start is common, every shorter one is."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    common, above = 0, min(len(x), len(y)) + 1
    while above - common > 1:
        middle = (common + above) // 2
        if torch.equal(x[common:middle], y[common:middle]):
            common = middle
        else:
            above = middle
    return common
