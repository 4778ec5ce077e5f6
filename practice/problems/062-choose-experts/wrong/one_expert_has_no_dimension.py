"""Takes the maximum where top_k is 1, and loses a dimension by it.

Seen in: databricks/megablocks PR 87, where the weights of one expert were then normalised wrongly.
"""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)  # over all experts
    if top_k == 1:
        weights, experts = probabilities.max(dim=1)
        return (weights / weights if renormalize else weights), experts
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
