from __future__ import annotations

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    """How many leading elements two rows of token ids have in common.

    [1, 2, 3] and [1, 2, 9, 9] -> 2
    """
    n = min(len(x), len(y))
    x, y = x[:n], y[:n]
    if torch.equal(x, y):
        return n
    return int((x != y).to(torch.uint8).argmax())  # the first of several maxima
