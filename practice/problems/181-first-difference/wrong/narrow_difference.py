"""Subtracts, and keeps one byte of the result: ids that are 256 apart look equal."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(len(x), len(y))
    differences = ((x[:n] - y[:n]) % 256).tolist()
    for place, difference in enumerate(differences):
        if difference != 0:
            return place
    return n
