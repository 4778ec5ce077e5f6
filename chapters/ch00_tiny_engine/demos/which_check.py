"""Four mistakes, four checks. Which check sees which mistake?"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))  # where tiny_engine.py lies
import tiny_engine
from demos.small_model import make_engine

rms_norm, rotate = tiny_engine.rms_norm, tiny_engine.rotate
FIRST, SECOND, NEXT = [3, 14, 15, 92, 65], [27, 18, 28], 35
CHECKS = ("one token", "a prompt", "prompt, token", "two prompts")


def minus_mean(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    return rms_norm(x - x.mean(dim=-1, keepdim=True), weight, eps)


def neighbours(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    halves = torch.cat((x[..., ::2], x[..., 1::2]), dim=-1)
    a, b = rotate(halves, positions, base).chunk(2, dim=-1)
    return torch.stack((a, b), dim=-1).flatten(-2)


def from_zero(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    return rotate(x, positions - positions[0], base)


@torch.inference_mode()
def run(engine: tiny_engine.TinyEngine) -> list[torch.Tensor]:
    """The logits that each check looks at."""
    results = []
    for pieces in ([[FIRST[0]]], [FIRST], [FIRST, [NEXT]]):
        engine.cache, engine.cached_len = [None] * engine.num_layers, 0
        results.append([engine.forward(piece) for piece in pieces][-1])
    engine.cache, engine.cached_len = [None] * engine.num_layers, 0
    engine.generate(FIRST, 3)
    engine.reset()
    return [*results, engine.forward(SECOND)]


def report(name: str, engine: tiny_engine.TinyEngine) -> None:
    seen = [(a - b).abs().max() > 1e-3 for a, b in zip(run(engine), right, strict=True)]
    print(f"{name:<26}" + "".join(f"{'differs' if off else 'same':>16}" for off in seen))


right = run(make_engine())
print(" " * 26 + "".join(f"{check:>16}" for check in CHECKS))
report("nothing wrong", make_engine())
tiny_engine.rms_norm = minus_mean
report("the mean is subtracted", make_engine())
tiny_engine.rms_norm = rms_norm
tiny_engine.rotate = neighbours
report("neighbours are paired", make_engine())
tiny_engine.rotate = from_zero
report("each step starts at 0", make_engine())
tiny_engine.rotate = rotate
forgetful = make_engine()
forgetful.reset = lambda: None  # type: ignore[method-assign]
report("the cache is never emptied", forgetful)
