import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    """Turn one head's vectors, each by its position.

    Args:
        x: shape (tokens, head_dim), any float dtype; head_dim is even.
        positions: int64, shape (tokens,).
        base: "rope_theta" of a config.

    Returns:
        A new tensor of the shape and dtype of x.
    """
    raise NotImplementedError("not written yet")
