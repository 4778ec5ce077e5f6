import torch


def vocab_range(vocab_size: int, size: int, rank: int) -> tuple[int, int]:
    """The tokens first … end - 1 whose rows this rank keeps, as (first, end)."""
    raise NotImplementedError("not written yet")


def embed(input_ids: torch.Tensor, weight: torch.Tensor, first: int) -> torch.Tensor:
    """This rank's part of an embedding, to be summed over the ranks.

    Args:
        input_ids: int64, shape (tokens,).
        weight: shape (rows, hidden), the rows of the tokens first … first + rows - 1.
        first: where this rank's range begins.

    Returns:
        Shape (tokens, hidden), the dtype of weight; zeros for tokens of other ranks.
    """
    raise NotImplementedError("not written yet")
