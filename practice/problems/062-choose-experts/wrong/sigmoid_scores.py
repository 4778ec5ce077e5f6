"""Scores each expert by itself with a sigmoid: DeepSeek-V3's rule, not that of Qwen."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.sigmoid(router_logits.to(torch.float32))
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
