import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    """Probabilities after top-k, then top-p, each row scaled to add up to 1.

    Args:
        probs: float32, shape (rows, vocab); the others: shape (rows, 1).
    """
    # Stable, so that of equally likely tokens the lower id stays in front.
    ranked, order = torch.sort(probs, dim=1, descending=True, stable=True)
    ranks = torch.arange(ranked.shape[1])

    ranked = ranked.masked_fill(ranks >= top_ks, 0.0)
    ranked = ranked / ranked.sum(dim=1, keepdim=True)

    # A token is one too many if those before it have reached top_p without it.
    before = ranked.cumsum(dim=1) - ranked
    ranked = ranked.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    ranked = ranked / ranked.sum(dim=1, keepdim=True)

    return torch.zeros_like(probs).scatter(1, order, ranked)
