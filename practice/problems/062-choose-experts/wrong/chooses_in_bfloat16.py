"""Takes the weights from a float32 softmax, but chooses by one in the dtype of the logits."""

import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    rounded = torch.softmax(router_logits, dim=1)
    experts = torch.argsort(rounded, dim=1, descending=True, stable=True)[:, :top_k]
    weights = torch.softmax(router_logits.to(torch.float32), dim=1).gather(1, experts)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
