"""Returns probs itself where no limit is set: whoever writes into the result changes the input."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    ranked, order = torch.sort(probs, dim=1, descending=True, stable=True)
    if (top_ks >= probs.shape[1]).all() and (top_ps >= 1.0).all():
        return probs
    ranks = torch.arange(ranked.shape[1])

    ranked = ranked.masked_fill(ranks >= top_ks, 0.0)
    ranked = ranked / ranked.sum(dim=1, keepdim=True)

    before = ranked.cumsum(dim=1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    ranked = ranked / ranked.sum(dim=1, keepdim=True)

    return torch.zeros_like(probs).scatter(1, order, ranked)
