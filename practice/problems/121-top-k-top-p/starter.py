import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    """Probabilities after top-k, then top-p, each row scaled to add up to 1.

    Args:
        probs: float32, shape (rows, vocab); the others: shape (rows, 1).
    """
    raise NotImplementedError("not written yet")
