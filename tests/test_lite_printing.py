"""The browser's torch prints tensors as the real one does."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

import lite
import pytest
import torch

SHAPES: list[tuple[int, ...]] = [
    (), (0,), (1,), (5,), (40,), (1001,), (7, 200), (200, 7), (3, 0), (0, 3), (2, 3),
    (2, 2, 2), (6, 30), (11, 11, 11), (1, 1, 1, 1), (2, 1, 40), (3, 1, 2, 3, 4), (1, 2000),
    (6, 6, 60), (7, 7, 60),
]  # fmt: skip
SIDES = (torch, lite.torch)
Source = Callable[[random.Random], float]
ODD = [math.nan, math.inf, -math.inf, 0.0, -0.0]
FLOATS: dict[str, Source] = {
    "normal": lambda r: r.gauss(0, 1),
    "whole": lambda r: float(r.randint(-5, 5)),
    "large": lambda r: float(r.randint(-(10**9), 10**9)),
    "far apart": lambda r: r.gauss(0, 1) * 10.0 ** r.randint(-6, 6),
    "small": lambda r: 0.00005 * r.randint(0, 5),
    "odd": lambda r: r.choice(ODD),
    "odd and whole": lambda r: r.choice([*ODD, 1.0, -2.0]),
    "odd and broken": lambda r: r.choice([math.nan, -math.inf, r.random()]),
}


@pytest.fixture(autouse=True)
def _default_options() -> Iterator[None]:
    yield
    for side in SIDES:
        side.set_printoptions(profile="default")


def check(tensor: torch.Tensor) -> None:
    assert repr(lite.same(tensor)) == repr(tensor)
    assert str(lite.same(tensor)) == str(tensor)
    assert f"{lite.same(tensor)}" == f"{tensor}"


def floats(shape: tuple[int, ...], source: Source, kind: str) -> torch.Tensor:
    chance = random.Random(str((shape, kind)))
    values = [source(chance) for _ in range(prod(shape))]
    return torch.tensor(values, dtype=torch.float64).to(getattr(torch, kind)).reshape(shape)


@pytest.mark.parametrize("kind", lite.FLOATS)
@pytest.mark.parametrize("source", FLOATS.values(), ids=FLOATS)
def test_floats(source: Source, kind: str) -> None:
    for shape in SHAPES:
        check(floats(shape, source, kind))


@pytest.mark.parametrize("kind", [*lite.WHOLE, "bool"])
@pytest.mark.parametrize("bits", [1, 4, 7, 40, 63])
def test_whole_numbers(kind: str, bits: int) -> None:
    chance = random.Random(bits)
    for shape in SHAPES:
        numbers = [chance.randint(-(2**bits), 2**bits - 1) for _ in range(prod(shape))]
        check(torch.tensor(numbers, dtype=torch.int64).to(getattr(torch, kind)).reshape(shape))


def test_up_to_a_thousand_elements_are_all_printed() -> None:
    for shape in ((999,), (1000,), (3, 4, 5, 6, 4)):
        check(floats(shape, FLOATS["normal"], "float32"))


OPTIONS: list[dict[str, Any]] = [
    {"precision": 2}, {"precision": 0}, {"profile": "short"}, {"profile": "full"},
    {"threshold": 3, "edgeitems": 1}, {"threshold": 3, "edgeitems": 0}, {"linewidth": 40},
    {"linewidth": 5}, {"sci_mode": True}, {"sci_mode": False}, {"profile": "short", "precision": 6},
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options(options: dict[str, Any]) -> None:
    for side in SIDES:
        side.set_printoptions(**options)
    for kind in lite.FLOATS:
        for source in (FLOATS["normal"], FLOATS["far apart"], FLOATS["odd and whole"]):
            for shape in SHAPES:
                if options != {"profile": "full"} or prod(shape) < 1500:
                    check(floats(shape, source, kind))
    check(torch.arange(2000).reshape(20, 100))


def test_sci_mode_is_forgotten_by_the_next_call() -> None:
    for side in SIDES:
        side.set_printoptions(sci_mode=True)
        side.set_printoptions(precision=3)
    check(torch.tensor([1.5, 2.25]))


@pytest.mark.parametrize(
    "tensor",
    [
        torch.arange(24).reshape(2, 3, 4).transpose(0, 2),
        torch.arange(3000.0).reshape(30, 100).T[2:, ::3],
        torch.ones(3).expand(4, 3),
        torch.ones(2000, 1, dtype=torch.float16)[5:9],
        torch.ones(2, requires_grad=True),
        torch.tensor(1.5, requires_grad=True),
        torch.linspace(0, 1, 9, dtype=torch.float64, requires_grad=True),
        torch.ones(2, 0, requires_grad=True),
        torch.full((16,), 123456, dtype=torch.int32),
        torch.full((17,), 1.25, dtype=torch.bfloat16),
    ],
)
def test_views_and_suffixes(tensor: torch.Tensor) -> None:
    check(tensor)


def test_the_default_dtype_is_not_named() -> None:
    try:
        for side in SIDES:
            side.set_default_dtype(side.float64)
        for kind in ("float32", "float64", "int64", "int32"):
            check(torch.ones(2, dtype=getattr(torch, kind)))
            check(torch.ones(0, dtype=getattr(torch, kind)))
    finally:
        for side in SIDES:
            side.set_default_dtype(side.float32)


def test_formats() -> None:
    for value in (2.5, 7, True):
        number = torch.tensor(value)
        for spec in ("", ">12", "04d" if value == 7 else "06.2f"):
            assert format(lite.same(number), spec) == format(number, spec)
    several = torch.tensor([2.5])
    for tensor in (several, lite.same(several)):
        with pytest.raises(
            TypeError, match=r"unsupported format string passed to Tensor.__format__"
        ):
            format(tensor, ".2f")
