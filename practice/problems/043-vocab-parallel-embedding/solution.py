import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    """The tokens first … end - 1 whose rows this rank keeps, as (first, end)."""
    share = (vocab_size + size - 1) // size
    return min(rank * share, vocab_size), min((rank + 1) * share, vocab_size)


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    """This rank's part of an embedding, to be summed over the ranks."""
    rows, hidden = weight.shape
    local = input_ids - first  # the row in weight, if it is there
    here = (local >= 0) & (local < rows)
    y = torch.zeros(len(input_ids), hidden, dtype=weight.dtype)
    y[here] = weight[local[here]]
    return y
