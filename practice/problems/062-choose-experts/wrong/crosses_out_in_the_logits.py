"""Finds one expert after the other, and crosses the found ones out in the caller's logits."""

import math

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)
    weights = torch.zeros(len(router_logits), top_k)
    experts = torch.zeros(len(router_logits), top_k, dtype=torch.int64)
    tokens = torch.arange(len(router_logits))
    for choice in range(top_k):
        best = router_logits.argmax(dim=1)
        weights[:, choice], experts[:, choice] = probabilities[tokens, best], best
        router_logits[tokens, best] = -math.inf
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
