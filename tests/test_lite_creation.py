"""New tensors of the browser's torch: unwritten memory, nested lists, numbers beside half types."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import lite
import pytest
import torch


@pytest.fixture
def filled() -> Any:
    """torch.empty with the numbers that torch fills new memory with where that is asked for."""
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True, warn_only=True)
    yield
    torch.use_deterministic_algorithms(before)


@pytest.mark.parametrize("kind", lite.DTYPES)
def test_unwritten_memory_holds_what_is_never_right(kind: str, filled: None) -> None:
    made = []
    for T in (torch, lite.torch):
        dtype = getattr(T, kind)
        like = T.zeros(2, dtype=dtype)
        tensors = (T.empty(2, 2, dtype=dtype), T.empty_like(like), like.new_empty(3))
        made.append([(str(t.dtype), repr(t.tolist())) for t in tensors])
    assert made[0] == made[1]
    number = lite.torch.empty((), dtype=getattr(lite.torch, kind)).item()
    assert number is True or math.isnan(number) or number in (127, 255, 32767, 2**31 - 1, 2**63 - 1)


MADE: list[Callable[[Any], Any]] = [
    lambda T: T.tensor([[1, 2], [3, 4]]),
    lambda T: T.tensor([(1, 2.5), [True, 4]]),
    lambda T: T.tensor([[]]),
    lambda T: T.tensor([[], [1]]),
    lambda T: T.tensor([True, 2]),
    lambda T: T.tensor(range(3)),
    lambda T: T.tensor(T.Size([2, 3])),
    lambda T: T.tensor([T.tensor(1), 2.5]),
    lambda T: T.tensor([T.tensor([1.0]), T.tensor([[2.0]])]),
    lambda T: T.tensor([T.tensor(1, dtype=T.int32), 2]),
    lambda T: T.tensor([T.tensor(2.5, dtype=T.float16), 1]),
    lambda T: T.tensor([[1.0, 2.0], T.ones(2)]),
    lambda T: T.tensor([1.9, -1.9], dtype=T.int64),
    lambda T: T.tensor([-1, 255], dtype=T.uint8),
    lambda T: T.tensor([1e300, 0.1], dtype=T.float32),
    lambda T: T.tensor([0, 1.5, math.nan], dtype=T.bool),
    lambda T: T.tensor([1, 2], dtype=float),
    lambda T: T.zeros(2, dtype=int),
    lambda T: T.ones((2, 1), dtype=bool),
    lambda T: T.full((2,), True),
    lambda T: T.full((2,), T.tensor(2.5), dtype=T.int64),
    lambda T: T.full_like(T.zeros(2, 2).t(), 3),
    lambda T: T.arange(3, dtype=float),
    lambda T: T.zeros(3).to(int),
    lambda T: T.zeros(T.tensor(2), 3),
    lambda T: T.as_tensor([1, 2.5]),
]


@pytest.mark.parametrize("make", MADE, ids=range(len(MADE)))
def test_new_tensors(make: Callable[[Any], Any]) -> None:
    wanted, got = make(torch), make(lite.torch)
    assert str(got.dtype) == str(wanted.dtype)
    assert (tuple(got.shape), got.stride()) == (tuple(wanted.shape), wanted.stride())
    assert repr(got.tolist()) == repr(wanted.tolist())


BESIDE: list[Callable[[Any, Any], Any]] = [
    lambda x, c: x * c,
    lambda x, c: c * x,
    lambda x, c: x / c,
    lambda x, c: c / x,
    lambda x, c: x // c,
    lambda x, c: x.mul_(c),
    lambda x, c: x.div_(c),
    lambda x, c: x.div(c, rounding_mode="trunc"),
    lambda x, c: x + c,
    lambda x, c: c - x,
    lambda x, c: x[0] * c,
    lambda x, c: x * x[0],
]


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_a_number_beside_half_types_is_not_rounded(kind: str) -> None:
    draws = random.Random(7)
    for turn in range(600):
        numbers = [draws.uniform(-100, 100) for _ in range(4)]
        factor = draws.choice([draws.uniform(-3, 3), draws.randint(1, 9)])
        call = BESIDE[turn % len(BESIDE)]
        found = [
            call(T.tensor(numbers, dtype=getattr(T, kind)), factor) for T in (torch, lite.torch)
        ]
        assert str(found[0].dtype) == str(found[1].dtype) == f"torch.{kind}"
        assert found[0].tolist() == found[1].tolist(), (turn % len(BESIDE), numbers, factor)
