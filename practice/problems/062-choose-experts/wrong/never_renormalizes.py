"""Leaves the weights as they are, whatever the config says.

Seen in: pytorch/torchtitan issue 1448, a router without norm_topk_prob.
"""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)  # over all experts
    weights, experts = probabilities.topk(top_k, dim=1)
    return weights, experts
