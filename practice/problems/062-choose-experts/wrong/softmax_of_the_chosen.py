"""Does the softmax over the chosen experts only, so that weights always add up to 1.

Seen in: lablup/mlxcel PR 391, where OLMoE, which does not renormalise, began well and drifted off.
"""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    logits, experts = router_logits.to(torch.float32).topk(top_k, dim=1)
    return torch.softmax(logits, dim=1), experts
