"""Does the softmax along the wrong dimension: the tokens of a batch compete with each other."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=0)
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
