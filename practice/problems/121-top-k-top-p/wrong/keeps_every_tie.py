"""Cuts at the probability of the k-th token, so every token that is as likely stays."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked, order = torch.sort(probs, dim=-1, descending=True, stable=True)
    last = (top_ks - 1).clamp(max=probs.shape[-1] - 1)
    ranked = ranked.masked_fill(ranked < ranked.gather(-1, last), 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    ranks = torch.arange(ranked.shape[-1])
    before = ranked.cumsum(dim=-1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probs).scatter(-1, order, ranked)
