"""Without sorting: every token is compared with every other."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    vocab = probs.shape[-1]
    ids = torch.arange(vocab)
    mine, other = probs.unsqueeze(2), probs.unsqueeze(1)
    ahead = (other > mine) | ((other == mine) & (ids.unsqueeze(0) < ids.unsqueeze(1)))
    rank = ahead.long().sum(dim=-1)
    kept = torch.where(rank < top_ks, probs, torch.zeros(probs.shape))
    kept = kept / kept.sum(dim=-1).unsqueeze(1)
    mass_ahead = (ahead.float() * kept.unsqueeze(1)).sum(dim=-1)
    kept = torch.where((mass_ahead < top_ps) | (rank == 0), kept, torch.zeros(probs.shape))
    return kept / kept.sum(dim=-1).unsqueeze(1)
