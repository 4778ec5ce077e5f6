"""How many tokens does an answer cost, with the KV cache and without it?"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))  # where tiny_engine.py lies
from demos.small_model import make_engine
from tiny_engine import TinyEngine


def with_cache(engine: TinyEngine, ids: list[int], steps: int) -> tuple[list[int], int]:
    """The new tokens, and how many tokens were computed for them."""
    return engine.generate(ids, steps), engine.cached_len


@torch.inference_mode()
def without_cache(engine: TinyEngine, ids: list[int], steps: int) -> tuple[list[int], int]:
    """The same, with everything forgotten before each step."""
    known, computed = list(ids), 0
    for _ in range(steps):
        engine.reset()
        known.append(int(engine.forward(known).argmax()))
        computed += engine.cached_len
    return known[len(ids) :], computed


engine = make_engine()
print("prompt  answer   with cache   without   same tokens   numbers kept")
for length, steps in ((4, 16), (25, 25), (50, 50)):
    ids = [7 * i % 100 for i in range(length)]
    right, computed = with_cache(engine, ids, steps)
    kept = sum(k.numel() + v.numel() for k, v in filter(None, engine.cache))
    other, computed_again = without_cache(engine, ids, steps)
    print(f"{length:>6}  {steps:>6}   {computed:>10}   {computed_again:>7}", end="")
    print(f"   {'yes' if right == other else 'no':>11}   {kept:>12}")
