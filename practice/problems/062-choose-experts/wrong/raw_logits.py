"""Does the softmax only where it renormalises; otherwise the weights are the logits themselves.

Seen in: SGLang PR 35160, in one of its ways to run experts, for models with norm_topk_prob false.
"""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    weights, experts = router_logits.to(torch.float32).topk(top_k, dim=1)
    if renormalize:
        weights = torch.softmax(weights, dim=1)
    return weights, experts
