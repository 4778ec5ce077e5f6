"""Is a row with a tiny temperature a greedy row?"""

from __future__ import annotations

import torch

from minisgl.engine import filter_probs

SCORES = torch.tensor([[1.0, 1.0, 0.0]])  # two best tokens, exactly equal


def show(name: str, probs: torch.Tensor) -> None:
    print(f"{name:<36} {probs[0].tolist()}")


def main() -> None:
    print(f"{'argmax':<36} token {int(SCORES.argmax())}")
    off, one = torch.tensor([[3]]), torch.tensor([[1]])
    plain, tiny = torch.tensor([[1.0]]), torch.tensor([[1e-6]])
    show("temperature 1, top_k 1", filter_probs(SCORES, plain, one, plain))
    show("temperature 0.000001", filter_probs(SCORES, tiny, off, plain))
    show("the same, divided in float16", torch.softmax(SCORES.half() / tiny.half(), dim=-1))
    show("temperature 0", torch.softmax(SCORES / 0.0, dim=-1))


if __name__ == "__main__":
    main()
