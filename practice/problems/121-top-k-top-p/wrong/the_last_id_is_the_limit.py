"""Limits top_k to the last token id, which is one less than there are tokens."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked, order = torch.sort(probs, dim=-1, descending=True, stable=True)
    ranks = torch.arange(ranked.shape[-1])
    largest = max(1, probs.shape[-1] - 1)
    top_ks = torch.where(top_ks > largest, torch.full(top_ks.shape, largest), top_ks)
    ranked = ranked.masked_fill(ranks >= top_ks, 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    before = ranked.cumsum(dim=-1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probs).scatter(-1, order, ranked)
