"""Gives the last ranks a full share too, of tokens that the vocabulary does not have."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = (vocab_size + size - 1) // size
    return rank * share, (rank + 1) * share


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    here = (local >= 0) & (local < rows)
    y = torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    y[here] = weight[local[here]]
    return y
