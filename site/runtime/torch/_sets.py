"""Which values there are, how often, and where each element is among them."""

from __future__ import annotations

from typing import Any

from . import _dtypes
from ._core import Tensor, flat, flat_as, is_tensor, make, wrap_dim
from ._dtypes import BOOL, result_type_of
from ._lanes import lanes, ranking
from ._registry import both, function
from ._views import movedim, reshape

Answer = Any


def _runs(rows: list[Any], order: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Equal neighbours in an order, as one: the first of each run, the run of each row, lengths.

    NaN is equal to nothing, itself included.
    """
    first: list[int] = []
    run_of, counts = [0] * len(rows), []
    for place in order:
        if not first or not _same(rows[place], rows[first[-1]]):
            first.append(place)
            counts.append(0)
        counts[-1] += 1
        run_of[place] = len(first) - 1
    return first, run_of, counts


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list):  # two lists count NaN as equal if it is the same object
        return all(a == b for a, b in zip(one, other, strict=True))
    return bool(one == other)


def _answer(parts: list[Tensor], *wanted: bool) -> Answer:
    """The values alone, or a tuple with what else was asked for."""
    found = [parts[0]] + [part for part, asked in zip(parts[1:], wanted, strict=True) if asked]
    return found[0] if len(found) == 1 else tuple(found)


def _distinct(input: Tensor, dim: int | None, is_sorted: bool) -> list[Tensor]:
    """The values, where each element is among them, and how many there are of each."""
    if dim is None:
        rows: list[Any] = flat(input)
        slices = rows
    else:
        at = wrap_dim(dim, input.ndim)
        if input.ndim == 0:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        empty = [d for d, size in enumerate(input._shape) if size == 0]
        if len(empty) > 1:
            raise RuntimeError(
                "Number of zero sized dimensions is more than one, so unique cannot be applied "
            )
        if empty and empty != [at]:
            raise RuntimeError(
                "There are 0 sized dimensions, and they aren't selected, so unique cannot be "
                "applied"
            )
        front = movedim(input, at, 0)
        rows = lanes(reshape(front, input._shape[at], -1), 1) if not empty else []
        slices = rows
    order = list(range(len(rows)))
    if is_sorted:
        order = ranking(rows) if dim is None else sorted(order, key=rows.__getitem__)
    first, run_of, counts = _runs(slices, order)
    kind, shape = input.dtype, input._shape
    if dim is None:
        values = make([rows[place] for place in first], (len(first),), kind)
        inverse = make(run_of, shape, _dtypes.int64)
    else:
        rest = [*shape[:at], *shape[at + 1 :]]
        together = [value for place in first for value in rows[place]]
        values = movedim(make(together, (len(first), *rest), kind), 0, at)
        inverse = make(run_of, (len(rows),), _dtypes.int64)
    return [values, inverse, make(counts, (len(counts),), _dtypes.int64)]


@function
def isin(
    elements: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False
) -> Tensor:
    """Which elements are among others; inverted: which are not."""
    if not is_tensor(elements) and not is_tensor(test_elements):
        raise TypeError("isin() received an invalid combination of arguments - got two numbers")
    given = (elements, test_elements)
    for tensor in given:
        if is_tensor(tensor) and tensor.dtype.category == BOOL:
            raise RuntimeError("Unsupported input type encountered for isin(): Bool")
    kind = result_type_of(given, is_tensor)
    known = set(flat_as(test_elements, kind) if is_tensor(test_elements) else [test_elements])
    values = flat_as(elements, kind) if is_tensor(elements) else [elements]
    found = [(value == value and value in known) != invert for value in values]
    return make(found, elements._shape if is_tensor(elements) else (), _dtypes.bool_)


@both
def unique(
    input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
    dim: int | None = None,
) -> Answer:  # fmt: skip
    """The values that occur, each once; or the slices along a dimension. They come in order."""
    return _answer(_distinct(input, dim, True), return_inverse, return_counts)


@both
def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False,
    dim: int | None = None,
) -> Answer:  # fmt: skip
    """Of equal neighbours only the first."""
    return _answer(_distinct(input, dim, False), return_inverse, return_counts)
