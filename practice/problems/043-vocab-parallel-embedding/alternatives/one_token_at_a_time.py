"""Token by token, on plain lists."""

import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    share = -(-vocab_size // size)
    ids = [token for token in range(vocab_size) if token // share == rank]
    return (ids[0], ids[-1] + 1) if ids else (vocab_size, vocab_size)


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    table = dict(enumerate(weight.tolist(), start=first))
    nothing = [0.0] * weight.shape[1]
    rows = [table.get(token, nothing) for token in input_ids.tolist()]
    return torch.tensor(rows, dtype=weight.dtype).reshape(len(rows), weight.shape[1])
