"""Does the softmax in the dtype of the logits, and makes float32 of what is left."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits, dim=1)
    weights, experts = probabilities.topk(top_k, dim=1)
    weights = weights.to(torch.float32)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
