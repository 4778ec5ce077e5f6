"""Equal elements come out of sort and topk in the order that torch's C++ library leaves them in."""

from __future__ import annotations

import importlib
import math
import random
from typing import Any

import lite
import pytest
import torch

introsort = importlib.import_module(f"{lite.torch.__name__}._introsort")


def drawn(draws: random.Random) -> torch.Tensor:
    """A tensor in which many elements are equal, some of them NaN, in any layout."""
    shape = draws.choice([(5,), (20,), (70,), (200,), (3, 30), (30, 2), (2, 18, 2)])
    kind = draws.choice(["float32", "bfloat16", "float16", "int64", "uint8"])
    most = draws.choice([1, 2, 3, 8, 100])
    numbers: list[float] = [draws.randrange(most) for _ in range(math.prod(shape))]
    if "float" in kind and draws.random() < 0.5:
        numbers[0] = numbers[-1] = math.nan
    tensor = torch.tensor(numbers).to(getattr(torch, kind)).reshape(shape)
    return tensor.transpose(0, -1) if draws.random() < 0.3 else tensor


@pytest.mark.parametrize("seed", range(4))
def test_equal_elements_have_the_same_places(seed: int) -> None:
    draws = random.Random(seed)
    for _ in range(200):
        tensor = drawn(draws)
        dim, largest = draws.randrange(tensor.ndim), draws.random() < 0.5
        count, in_order = draws.randint(0, tensor.shape[dim]), draws.random() < 0.8
        found: list[list[Any]] = []
        for x in (tensor, lite.same(tensor)):
            found.append(
                [
                    x.sort(dim, largest)[1].tolist(),
                    x.sort(dim=dim, descending=largest, stable=True)[1].tolist(),
                    x.argsort(dim=dim, descending=largest).tolist(),
                    x.topk(count, dim, largest, in_order)[1].tolist(),
                ]
            )
        assert found[0] == found[1]


def worst(count: int) -> list[int]:
    """Numbers that make quicksort cut off two at a time, found as McIlroy does (1999): what a
    number is gets decided when it is compared, and then as badly as can be."""
    unknown = count - 1
    values, decided, candidate = [unknown] * count, 0, 0

    class Number:
        def __init__(self, place: int) -> None:
            self.place = place

        def __lt__(self, other: Number) -> bool:
            nonlocal decided, candidate
            one, two = self.place, other.place
            if values[one] == values[two] == unknown:
                values[one if one == candidate else two] = decided
                decided += 1
            candidate = one if values[one] == unknown else two
            return values[one] < values[two]

    introsort.Arrangement([Number(place) for place in range(count)]).sort()
    return values


@pytest.mark.parametrize("count", [40, 100, 500, 1000])
def test_rows_that_quicksort_is_slow_on(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There it goes over to a heap, which leaves equal elements in another order again."""
    heaps = []
    choose = introsort.Arrangement._choose

    def counted(self: Any, first: int, middle: int, last: int) -> None:
        heaps.append(first)
        choose(self, first, middle, last)

    monkeypatch.setattr(introsort.Arrangement, "_choose", counted)
    x = torch.tensor(worst(count)) // 2  # of each number two
    heaps.clear()
    for descending in (False, True):
        order = x.sort(descending=descending).indices.tolist()
        assert lite.same(x).sort(descending=descending).indices.tolist() == order
    assert heaps
    assert lite.same(x).topk(count // 2).indices.tolist() == x.topk(count // 2).indices.tolist()
