"""Fills the shorter row up with zeros, which are then equal to real tokens of id 0."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = max(len(x), len(y))
    if n == 0:
        return 0
    x = torch.cat([x, torch.zeros(n - len(x), dtype=x.dtype)])
    y = torch.cat([y, torch.zeros(n - len(y), dtype=y.dtype)])
    differences = x != y
    if int(differences.sum()) == 0:
        return n
    return int(differences.to(torch.int64).argmax())
