import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """The experts that each token goes to.

    Args:
        router_logits: shape (tokens, experts), any float dtype.
        top_k: experts for each token, 1 … experts.
        renormalize: scale the chosen experts' weights so that they add up to 1.

    Returns:
        Weights (float32) and numbers (int64) of the experts, both of shape (tokens, top_k).
    """
    raise NotImplementedError("not written yet")
