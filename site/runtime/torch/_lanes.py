"""A tensor as the rows of numbers along one of its dimensions."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from typing import Any

from ._core import Tensor, flat_as, make
from ._dtypes import dtype


def lanes(input: Tensor, dim: int, kind: dtype | None = None) -> list[list[Any]]:
    """Its elements along a dimension: a list for each place in the others, in their order."""
    values = flat_as(input, kind or input.dtype)
    shape = input._shape or (1,)
    inner = math.prod(shape[dim + 1 :])
    block = shape[dim] * inner
    if not block:
        return [[] for _ in range(math.prod(shape[:dim]) * inner)]
    return [
        values[start + place : start + block : inner]
        for start in range(0, len(values), block)
        for place in range(inner)
    ]


def from_lanes(rows: list[list[Any]], shape: Sequence[int], dim: int, kind: dtype) -> Tensor:
    """The tensor whose elements along a dimension are these: the dimension takes their length."""
    sizes = list(shape)
    if sizes and rows:
        sizes[dim] = len(rows[0])
    count, inner = math.prod(sizes), math.prod(sizes[dim + 1 :])
    if inner == 1:
        return make([value for row in rows for value in row], sizes, kind)
    values: list[Any] = [None] * count
    if count:
        block = sizes[dim] * inner
        for number, row in enumerate(rows):
            start = number // inner * block + number % inner
            values[start : start - start % block + block : inner] = row
    return make(values, sizes, kind)


def ranking(row: list[Any], descending: bool = False) -> list[int]:
    """The places of a row's elements, from the smallest on."""
    numbers = range(len(row))
    broken = [place for place in numbers if row[place] != row[place]]  # NaN
    if not broken:
        return sorted(numbers, key=row.__getitem__, reverse=descending)
    rest = [place for place in numbers if row[place] == row[place]]
    rest.sort(key=row.__getitem__, reverse=descending)
    return broken + rest if descending else rest + broken


@cache
def return_type(name: str, fields: str = "values indices") -> Any:
    """What functions with two results give: a pair whose parts have the names that torch uses."""

    class Pair(namedtuple("Pair", fields)):  # type: ignore[misc]
        __slots__ = ()

        def __repr__(self) -> str:
            parts = ",\n".join(f"{field}={getattr(self, field)!r}" for field in fields.split())
            return f"torch.return_types.{name}(\n{parts})"

    Pair.__name__ = Pair.__qualname__ = name
    Pair.__module__ = "torch.return_types"
    return Pair
