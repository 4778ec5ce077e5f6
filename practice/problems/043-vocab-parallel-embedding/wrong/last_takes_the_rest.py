"""Rounds down and leaves the rest to the last rank: its rows are more than the others hold."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = vocab_size // size
    return rank * share, vocab_size if rank == size - 1 else (rank + 1) * share


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    here = (local >= 0) & (local < rows)
    y = torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    y[here] = weight[local[here]]
    return y
