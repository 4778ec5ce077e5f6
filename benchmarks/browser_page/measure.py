"""Runs in the browser: what importing torch takes, and products, beside math.sumprod alone.

Its value is a JSON document of milliseconds, the least and the middle of some runs.
"""

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable

ROUNDS = 40
SHORTEST = 0.02  # seconds that a round takes at least: a page's clock steps by 100 µs
# The linear layers of a model of two blocks, as (outputs, inputs): 130,048 multiply-adds a token.
BLOCK = [(64, 64), (32, 64), (32, 64), (64, 64), (128, 64), (128, 64), (64, 128)]
TOKEN = [*BLOCK, *BLOCK, (880, 64)]


def import_torch() -> None:
    """As if for the first time."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "torch"]:
        del sys.modules[name]
    __import__("torch")


def timed(work: Callable[[], object], repeats: int = 1) -> float:
    begin = time.perf_counter()
    for _ in range(repeats):
        work()
    return time.perf_counter() - begin


def milliseconds(work: Callable[[], object]) -> dict[str, float]:
    once = timed(work)
    repeats = max(1, math.ceil(SHORTEST / max(once, 1e-4)))
    rounds = [timed(work, repeats) / repeats * 1000 for _ in range(ROUNDS)]
    return {"least": round(min(rounds), 2), "median": round(statistics.median(rounds), 2)}


def figures() -> dict[str, dict[str, float]]:
    found = {"import torch": milliseconds(import_torch)}
    import torch
    import torch.nn.functional as F

    generator = random.Random(0)

    def numbers(count: int) -> list[float]:
        return torch.tensor([generator.gauss(0, 1) for _ in range(count)]).tolist()

    rows = [numbers(64) for _ in range(64)]
    columns = [numbers(64) for _ in range(64)]
    left, right = torch.tensor(rows), torch.tensor(columns).t().contiguous()
    weights = [[numbers(inputs) for _ in range(outputs)] for outputs, inputs in TOKEN]
    vectors = [numbers(inputs) for _, inputs in TOKEN]
    layers = [(torch.tensor([x]), torch.tensor(w)) for x, w in zip(vectors, weights, strict=True)]
    sumprod = math.sumprod  # type: ignore[attr-defined]  # Python 3.12

    def product_by_sumprod() -> object:
        return [[sumprod(row, column) for column in columns] for row in rows]

    def token_by_sumprod() -> object:
        return [[sumprod(row, x) for row in w] for x, w in zip(vectors, weights, strict=True)]

    found["64x64 @ 64x64"] = milliseconds(lambda: torch.matmul(left, right))
    found["64x64 @ 64x64 by sumprod"] = milliseconds(product_by_sumprod)
    found["linear layers of a token"] = milliseconds(lambda: [F.linear(x, w) for x, w in layers])
    found["linear layers of a token by sumprod"] = milliseconds(token_by_sumprod)
    return found


json.dumps(figures())
