"""Many elements to one: sums, products, means and variances, over some dimensions or all."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, flat_as, make, wrap_dim
from ._creation import cast
from ._dtypes import FLOAT, dtype
from ._elementwise import kind_name, to_out
from ._registry import FUNCTIONS, both, function
from ._views import permute

Many = Callable[[list[Any]], Any]

MOST_DIMENSIONS = 64


def dims_of(dim: Any, ndim: int) -> list[int]:
    """The dimensions that are meant; all for None and for an empty list.

    Raises:
        RuntimeError: if one is named twice, or if there are more than torch can tell apart.
        TypeError: for truth values.
    """
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return list(range(ndim))
    if ndim > MOST_DIMENSIONS:
        raise RuntimeError(f"only tensors with up to {MOST_DIMENSIONS} dims are supported")
    given = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if any(isinstance(d, bool) for d in given):
        raise TypeError("argument 'dim' must be tuple of ints, not bool")
    found = [wrap_dim(d, ndim) for d in given]
    for d in found:
        if found.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return sorted(found) if ndim else []


def groups(input: Tensor, dims: list[int], kind: dtype) -> tuple[list[list[Any]], list[int]]:
    """The elements that come together, group by group, and the shape of the groups."""
    kept = [dim for dim in range(input.ndim) if dim not in dims]
    shape = [input._shape[dim] for dim in kept]
    values = flat_as(permute(input, [*kept, *dims]), kind)
    size = math.prod(input._shape[dim] for dim in dims)
    count = math.prod(shape)
    if not size:
        return [[] for _ in range(count)], shape
    return [values[start : start + size] for start in range(0, count * size, size)], shape


def result_shape(input: Tensor, dims: list[int], keepdim: bool) -> list[int]:
    """The shape without these dimensions, or with 1 in their place."""
    if keepdim:
        return [1 if dim in dims else size for dim, size in enumerate(input._shape)]
    return [size for dim, size in enumerate(input._shape) if dim not in dims]


def reduced(
    many: Many, input: Tensor, dim: Any, keepdim: bool, work: dtype, result: dtype
) -> Tensor:
    """``many`` on each group of elements as ``work``; what comes is fitted to ``result``."""
    dims = dims_of(dim, input.ndim)
    rows, _ = groups(input, dims, work)
    return make(result.fit([many(row) for row in rows]), result_shape(input, dims, keepdim), result)


def float_sum(row: list[float]) -> float:
    """Their sum, rounded once."""
    try:
        return math.fsum(row)
    except (OverflowError, ValueError):  # infinities of both signs, or a sum beyond them
        return sum(row)


def _float_product(row: list[float]) -> float:
    return math.prod(row, start=1.0)


def _mean(row: list[float]) -> float:
    return float_sum(row) / len(row) if row else math.nan


def _numbers(row: list[float]) -> list[float]:
    return [value for value in row if value == value]


def _offer_total(name: str, of_floats: Many, of_whole: Many) -> None:
    """A total: whole numbers and truth values come to an int64."""

    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
        out: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        kind = dtype or (input.dtype if input.dtype.category == FLOAT else _dtypes.int64)
        many = of_floats if kind.category == FLOAT else of_whole
        return to_out(reduced(many, cast(input, kind), dim, keepdim, kind, kind), out)

    call.__name__ = name
    both(call)


_offer_total("sum", float_sum, sum)
_offer_total("prod", _float_product, math.prod)
_offer_total("nansum", lambda row: float_sum(_numbers(row)), sum)


def _offer_mean(name: str, many: Many) -> None:
    """A mean, which only floats have."""

    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
        out: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        kind = dtype or input.dtype
        if kind.category != FLOAT:
            raise RuntimeError(
                f"{name}(): could not infer output dtype. {'Optional' if dtype else 'Input'} dtype "
                f"must be either a floating point or complex dtype. Got: {kind_name(kind)}"
            )
        return to_out(reduced(many, cast(input, kind), dim, keepdim, kind, kind), out)

    call.__name__ = name
    both(call)


_offer_mean("mean", _mean)
_offer_mean("nanmean", lambda row: _mean(_numbers(row)))


def _variance(row: list[float], correction: float) -> float:
    """The mean of the squares of the distances from the mean, over fewer by a correction."""
    if not row:
        return math.nan
    middle = _mean(row)
    squares = float_sum([(value - middle) ** 2 for value in row])
    left = max(len(row) - correction, 0.0)
    return squares / left if left else math.nan if squares == 0 or squares != squares else math.inf


def _spread(name: str, finish: Callable[[float], float]) -> Any:
    """``var`` or ``std``; a truth value in the place of dimensions says whether to correct."""

    def call(
        input: Tensor, dim: Any = None, unbiased: bool | None = None, keepdim: bool = False, *,
        correction: Any = None, out: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if input.dtype.category != FLOAT:
            raise RuntimeError("std and var only support floating point and complex dtypes")
        off = 1 if correction is None else correction
        off = off if unbiased is None else int(unbiased)
        kind = input.dtype
        made = reduced(lambda row: finish(_variance(row, off)), input, dim, keepdim, kind, kind)
        return to_out(made, out)

    call.__name__ = name
    return both(call)


var = _spread("var", lambda value: value)
std = _spread("std", lambda value: math.sqrt(value) if value >= 0 else value)


@function
def var_mean(input: Tensor, dim: Any = None, *arguments: Any, **options: Any) -> Any:
    """Variance and mean."""
    return var(input, dim, *arguments, **options), _middle(input, dim, options)


@function
def std_mean(input: Tensor, dim: Any = None, *arguments: Any, **options: Any) -> Any:
    """Standard deviation and mean."""
    return std(input, dim, *arguments, **options), _middle(input, dim, options)


def _middle(input: Tensor, dim: Any, options: dict[str, Any]) -> Tensor:
    keepdim = options.get("keepdim", False)
    made: Tensor = FUNCTIONS["mean"](input, None if isinstance(dim, bool) else dim, keepdim)
    return made


def _offer_question(name: str, many: Many) -> None:
    """``all``, which is true of none, or ``any``; of bytes the answer is a byte."""

    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, out: Tensor | None = None
    ) -> Tensor:
        kind = _dtypes.uint8 if input.dtype is _dtypes.uint8 else _dtypes.bool_
        return to_out(reduced(many, input, dim, keepdim, _dtypes.bool_, kind), out)

    call.__name__ = name
    both(call)


_offer_question("all", lambda row: int(all(row)))
_offer_question("any", lambda row: int(any(row)))
