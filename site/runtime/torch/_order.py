"""Sorting, and what can be read from a sorted row: the largest, the k-th, the middle, the mode.

NaN counts as larger than every number. Equal elements keep their order only with ``stable=True``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index as whole
from typing import Any

from . import _dtypes
from ._checks import exact_out, not_implemented
from ._core import Tensor, flat, make, wrap_dim
from ._dtypes import BOOL, convert, float64
from ._introsort import first_places, unstable_order
from ._lanes import from_lanes, lanes, ranking, return_type
from ._layout import preserve_strides
from ._quickselect import kth_place
from ._reductions import groups, result_shape
from ._registry import both


def _pair(name: str, made: list[Tensor], out: Any, *sources: Tensor) -> Any:
    if out is not None:
        made = [exact_out(one, to, *sources) for one, to in zip(made, out, strict=True)]
    return return_type(name)(*made)


def _sorted(input: Tensor, dim: int, descending: bool, stable: Any = False) -> list[Tensor]:
    at = wrap_dim(dim, input.ndim)
    rows = lanes(input, at)
    orders = [(ranking if stable else unstable_order)(row, descending) for row in rows]
    ranked = [[row[place] for place in order] for row, order in zip(rows, orders, strict=True)]
    made = [
        from_lanes(ranked, input._shape, at, input.dtype),
        from_lanes(orders, input._shape, at, _dtypes.int64),
    ]
    return [preserve_strides(one, input) for one in made]


def _asked_order(
    name: str, order: tuple[Any, ...], options: dict[str, Any]
) -> tuple[Any, Any, Any]:
    """dim, descending and stable; beside ``stable=`` torch takes both by name only.

    Raises:
        TypeError: for what torch would not take.
    """
    given = {"dim": -1, "descending": False}
    given.update(zip(("dim", "descending"), order, strict=False))
    taken = len(given) + ("stable" in options)
    given.update((key, value) for key, value in options.items() if key != "stable")
    if len(given) != 2 or len(order) > 2 or (order and taken > 2) or type(given["dim"]) is bool:
        raise TypeError(f"{name}() received an invalid combination of arguments")
    return given["dim"], given["descending"], options.get("stable")


@both
def sort(input: Tensor, *order: Any, out: Any = None, **options: Any) -> Any:
    """The elements along a dimension in order, and where each of them was."""
    return _pair("sort", _sorted(input, *_asked_order("sort", order, options)), out, input)


@both
def argsort(input: Tensor, *order: Any, **options: Any) -> Tensor:
    """The indices that would sort."""
    return _sorted(input, *_asked_order("argsort", order, options))[1]


@both
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Sorted along the first dimension."""
    return exact_out(_sorted(input, 0, False)[0], out, input)


@both
def topk(
    input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True, *,
    out: Any = None,
) -> Any:  # fmt: skip
    """The k largest or smallest elements along a dimension, and where they are."""
    at, count = wrap_dim(dim, input.ndim), whole(k)
    if not 0 <= count <= (input._shape[at] if input.ndim else 1):
        raise RuntimeError("selected index k out of range")
    if input.dtype.category == BOOL:
        raise RuntimeError("topk does not support bool dtypes on CPU")
    if input.ndim == 0:
        made = [make(flat(input), (), input.dtype), make([0], (), _dtypes.int64)]
        return _pair("topk", made, out, input)
    rows = lanes(input, at)
    chosen = [first_places(row, count, largest, sorted) for row in rows]
    best = [[row[place] for place in places] for row, places in zip(rows, chosen, strict=True)]
    shape = [count if d == at else size for d, size in enumerate(input._shape)]
    made = [
        from_lanes(best, shape, at, input.dtype),
        from_lanes(chosen, shape, at, _dtypes.int64),
    ]
    return _pair("topk", made, out, input)


def require_elements(name: str, input: Tensor, dim: int) -> int:
    """The dimension counted from the front; raises IndexError if nothing is along it."""
    at = wrap_dim(dim, input.ndim)
    if input.ndim and input._shape[at] == 0:
        raise IndexError(f"{name}(): Expected reduction dim {at} to have non-zero size.")
    return at


def _chosen(
    name: str, input: Tensor, dim: int, keepdim: bool, choose: Callable[[list[Any]], int], out: Any
) -> Any:
    """For each row along a dimension one element, and where it is."""
    at = require_elements(name, input, dim)
    dims = [at] if input.ndim else []
    rows, _ = groups(input, dims, input.dtype)
    found = [choose(row) for row in rows]
    shape = result_shape(input, dims, keepdim)
    values = [row[place] for row, place in zip(rows, found, strict=True)]
    made = [make(values, shape, input.dtype), make(found, shape, _dtypes.int64)]
    return _pair(name, made, out, input)


@both
def kthvalue(
    input: Tensor, k: int, dim: int = -1, keepdim: bool = False, *, out: Any = None
) -> Any:
    """The k-th smallest element along a dimension, counted from one."""
    at, number = require_elements("kthvalue", input, dim), whole(k)
    if not 1 <= number <= (input._shape[at] if input.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {at}")
    if input.dtype.category == BOOL and input.ndim:
        raise not_implemented("kthvalue_cpu", input)
    return _chosen("kthvalue", input, at, keepdim, lambda row: kth_place(row, number - 1), out)


def _middle(row: list[Any]) -> int:
    """Where the median is: the lower one of two; NaN if there is any."""
    broken = next((place for place, value in enumerate(row) if value != value), None)
    return ranking(row)[(len(row) - 1) // 2] if broken is None else broken


def _middle_of_numbers(row: list[Any]) -> int:
    count = sum(value == value for value in row)
    return ranking(row)[max(count - 1, 0) // 2]


def _offer_median(name: str, middle: Callable[[list[Any]], int]) -> None:
    def call(
        input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Any = None
    ) -> Any:
        if dim is not None:
            require_elements(name, input, dim)
        if input.dtype.category == BOOL:
            raise not_implemented("median_cpu", input)
        if dim is not None:
            return _chosen(name, input, dim, keepdim, middle, out)
        values = flat(input)
        none = convert([math.nan], float64, input.dtype)
        return make([values[middle(values)]] if values else none, (), input.dtype)

    call.__name__ = name
    both(call)


_offer_median("median", _middle)
_offer_median("nanmedian", _middle_of_numbers)


def _most_frequent(row: list[Any]) -> int:
    """A place of the most frequent element; of several, of the smallest. NaN is never equal."""
    order = unstable_order(row, False)
    best, most, count = 0, 0, 0
    for number, place in enumerate(order):
        count += 1
        if number == len(order) - 1 or row[place] != row[order[number + 1]]:
            if count > most:
                best, most = place, count
            count = 0
    return best


@both
def mode(input: Tensor, dim: int = -1, keepdim: bool = False, *, out: Any = None) -> Any:
    """The most frequent element along a dimension, and a place where it is."""
    return _chosen("mode", input, dim, keepdim, _most_frequent, out)
