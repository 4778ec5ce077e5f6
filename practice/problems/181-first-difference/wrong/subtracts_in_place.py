"""Takes a slice for a copy and subtracts in place, which overwrites the caller's row."""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(len(x), len(y))
    difference = x[:n]
    difference -= y[:n]
    places = difference.nonzero().flatten().tolist()
    return places[0] if places else n
