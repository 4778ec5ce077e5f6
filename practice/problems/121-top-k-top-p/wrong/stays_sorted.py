"""Returns the row in its sorted order, where a place no longer says which token it is."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked = torch.sort(probs, dim=-1, descending=True, stable=True)[0]
    ranks = torch.arange(ranked.shape[-1])
    ranked = ranked.masked_fill(ranks >= top_ks, 0.0)
    ranked = ranked / ranked.sum(dim=-1, keepdim=True)
    before = ranked.cumsum(dim=-1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    return ranked / ranked.sum(dim=-1, keepdim=True)
