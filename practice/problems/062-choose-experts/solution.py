import torch


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """The experts that each token goes to."""
    probabilities = torch.softmax(router_logits.to(torch.float32), dim=1)  # over all experts
    weights, experts = probabilities.topk(top_k, dim=1)
    if renormalize:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, experts
