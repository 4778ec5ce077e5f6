"""Sets the dropped tokens to 0 in the tensor that was given, to save a copy."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    for row, top_k, top_p in zip(probs, top_ks.tolist(), top_ps.tolist(), strict=True):
        weights = row.tolist()
        order = sorted(range(len(weights)), key=lambda token: -weights[token])
        row[order[top_k[0] :]] = 0.0
        row /= row.sum()
        reached = 0.0
        for rank, token in enumerate(order):
            share = float(row[token])
            if rank > 0 and reached >= top_p[0]:
                row[token] = 0.0
            reached += share
        row /= row.sum()
    return probs
