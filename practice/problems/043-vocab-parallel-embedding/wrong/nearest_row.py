"""Moves foreign tokens to the nearest row and keeps what is there, which the sum counts."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = (vocab_size + size - 1) // size
    return min(rank * share, vocab_size), min((rank + 1) * share, vocab_size)


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    if rows == 0:
        return torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    last = rows - 1
    local = torch.where(local < 0, 0, local)
    return weight[torch.where(local > last, last, local)]
