"""As the engine does it: any row for the tokens of others, and zeros over it afterwards."""

import math

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = math.ceil(vocab_size / size)
    ids = range(vocab_size)[rank * share : (rank + 1) * share]
    return ids.start, ids.stop


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    if rows == 0:
        return torch.zeros(input_ids.shape[0], hidden, dtype=weight.dtype)
    local = input_ids - first
    elsewhere = (local < 0) | (local >= rows)
    return weight[local.masked_fill(elsewhere, 0)].masked_fill(elsewhere.unsqueeze(1), 0)
