"""One row after another, in plain lists."""

import torch


def filter_probs(probs: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor) -> torch.Tensor:
    rows = [
        _filter_row(row, top_k, top_p)
        for row, (top_k,), (top_p,) in zip(
            probs.tolist(), top_ks.tolist(), top_ps.tolist(), strict=True
        )
    ]
    return torch.tensor(rows)


def _filter_row(row: list[float], top_k: int, top_p: float) -> list[float]:
    order = sorted(range(len(row)), key=lambda token: (-row[token], token))[:top_k]
    total = sum(row[token] for token in order)
    kept = [order[0]]
    reached = row[order[0]] / total
    for token in order[1:]:
        if reached >= top_p:
            break
        kept.append(token)
        reached += row[token] / total
    total = sum(row[token] for token in kept)
    return [row[token] / total if token in kept else 0.0 for token in range(len(row))]
