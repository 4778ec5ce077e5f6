"""Sorts the logits, and does the softmax by hand from the largest on."""

import torch


def choose_experts(router_logits, top_k, renormalize):
    logits, experts = router_logits.to(torch.float32).sort(dim=1, descending=True)
    scores = torch.exp(logits - logits[:, :1])
    total = scores[:, :top_k] if renormalize else scores
    return scores[:, :top_k] / total.sum(dim=1).unsqueeze(1), experts[:, :top_k]
