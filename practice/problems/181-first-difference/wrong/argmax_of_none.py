"""Looks for the first True with argmax, and forgets that there may be none.

argmax of nothing but zeros is 0, so two rows that agree have nothing in common.
"""

import torch


def fast_compare_key(x: torch.Tensor, y: torch.Tensor) -> int:
    n = min(len(x), len(y))
    if n == 0:
        return 0
    return int((x[:n] != y[:n]).to(torch.int64).argmax())
