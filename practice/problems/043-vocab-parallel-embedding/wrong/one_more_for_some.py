"""Spreads what is left over: the first ranks get one row more than the others."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share, rest = divmod(vocab_size, size)
    first = rank * share + min(rank, rest)
    return first, first + share + (1 if rank < rest else 0)


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    here = (local >= 0) & (local < rows)
    y = torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    y[here] = weight[local[here]]
    return y
