"""Lists the chosen experts by number, as a mask over all experts gives them."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)  # over all experts
    chosen = probabilities.topk(top_k, dim=1)[1].sort(dim=1)[0]
    rows = torch.arange(len(router_logits)).unsqueeze(1)
    weights = probabilities[rows, chosen]
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, chosen
