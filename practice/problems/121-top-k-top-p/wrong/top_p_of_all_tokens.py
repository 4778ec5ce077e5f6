"""Applies both limits to the unfiltered probabilities, so top-p counts what top-k has dropped."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked, order = torch.sort(probs, dim=-1, descending=True, stable=True)
    ranks = torch.arange(ranked.shape[-1])
    before = ranked.cumsum(dim=-1) - ranked
    dropped = (ranks >= top_ks) | ((before >= top_ps) & (ranks > 0))
    ranked = ranked.masked_fill(dropped, 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    return torch.zeros_like(probs).scatter(-1, order, ranked)
