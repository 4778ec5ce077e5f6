"""Of which row does top-p take its share: of the whole one, or of what top-k left?"""

from __future__ import annotations

import torch

from minisgl.engine import filter_probs

SCORES = torch.tensor([[2.0, 1.0, 0.5, 0.0]])


def of_the_whole_row(probs: torch.Tensor, top_k: int, top_p: float) -> torch.Tensor:
    """Both limits look at the same row, and what passes both is kept."""
    before = probs.cumsum(dim=-1) - probs
    return probs.masked_fill((torch.arange(len(probs)) >= top_k) | (before >= top_p), 0.0)


def from_the_small_end(probs: torch.Tensor, top_k: int, top_p: float) -> torch.Tensor:
    """Top-p drops a tail of 1 - top_p, as if what top-k left still added up to 1."""
    probs = probs.masked_fill(torch.arange(len(probs)) >= top_k, 0.0)
    tail = probs.flip(0).cumsum(dim=0).flip(0)
    return probs.masked_fill(tail <= 1 - top_p, 0.0)


def show(name: str, probs: torch.Tensor) -> None:
    kept = [round(p, 3) for p in probs.tolist()]
    print(f"  {name:<30} {kept}, {int((probs > 0).sum())} kept")


def main() -> None:
    probs = torch.softmax(SCORES[0], dim=-1)
    print(f"probabilities {[round(p, 3) for p in probs.tolist()]}")
    for top_k, top_p in ((2, 0.7), (1, 0.4)):
        print(f"top_k {top_k}, top_p {top_p}")
        columns = [torch.tensor([[value]]) for value in (1.0, top_k, top_p)]
        show("filter_probs", filter_probs(SCORES, *columns)[0])
        show("both of the whole row", of_the_whole_row(probs, top_k, top_p))
        show("not scaled, from the small end", from_the_small_end(probs, top_k, top_p))


if __name__ == "__main__":
    main()
