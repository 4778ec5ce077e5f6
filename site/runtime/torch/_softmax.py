"""Shares and logarithms of sums of exponentials. The largest element is taken off first: it
changes no share, and no exponential overflows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ._core import Tensor, flat, flat_as, make, wrap_dim
from ._dtypes import FLOAT, dtype, get_default_dtype, kind_name
from ._elementwise import to_out
from ._extremes import best_place
from ._reductions import float_sum, groups, reduced
from ._registry import both
from ._views import permute


def _logsumexp_row(row: list[float]) -> float:
    if not row:
        return -math.inf
    high = row[best_place(row, True)]
    if math.isinf(high) or high != high:
        return high
    return high + math.log(float_sum([math.exp(value - high) for value in row]))


@both
def logsumexp(input: Tensor, dim: Any, keepdim: bool = False, *, out: Any = None) -> Tensor:
    """The logarithm of the sum of the exponentials."""
    kind = input.dtype if input.dtype.category == FLOAT else get_default_dtype()
    return to_out(reduced(_logsumexp_row, input, dim, keepdim, kind, kind), out)


def _along(input: Tensor, dim: int, many: Callable[[list[Any]], list[Any]], kind: dtype) -> Tensor:
    """Each row along a dimension becomes another row of the same length."""
    at = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return make(kind.fit(many(flat_as(input, kind))), (), kind)
    order = [d for d in range(input.ndim) if d != at] + [at]
    moved = permute(input, order)
    rows, _ = groups(input, [at], kind)
    values = kind.fit([value for row in rows for value in many(row)])
    made = make(values, moved._shape, kind)
    back = sorted(range(input.ndim), key=lambda d: order[d])
    laid = permute(made, back)
    return laid if laid.is_contiguous() else make(flat(laid), laid._shape, kind)


def _softmax_row(row: list[float]) -> list[float]:
    if not row:
        return []
    high = row[best_place(row, True)]
    if high == -math.inf or high != high:
        return [math.nan] * len(row)
    grown = [math.exp(value - high) if high != math.inf else math.nan for value in row]
    total = float_sum(grown)
    return [value / total for value in grown]


def _log_softmax_row(row: list[float]) -> list[float]:
    if not row:
        return []
    high = row[best_place(row, True)]
    if math.isinf(high) or high != high:
        return [math.nan] * len(row)
    total = math.log(float_sum([math.exp(value - high) for value in row]))
    return [value - high - total for value in row]


def _require_float(name: str, input: Tensor, dim: int, kind: dtype) -> None:
    """Raises NotImplementedError for what is not floating point, with the kernel's name."""
    if kind.category != FLOAT:
        last = "lastdim_" if wrap_dim(dim, input.ndim) >= input.ndim - 1 else ""
        raise NotImplementedError(
            f"\"{name}_{last}kernel_impl\" not implemented for '{kind_name(kind)}'"
        )


@both
def softmax(input: Tensor, dim: int, dtype: Any = None, *, out: Tensor | None = None) -> Tensor:
    """The exponential of each element, over the sum of all exponentials along a dimension."""
    kind = dtype or input.dtype
    _require_float("softmax", input, dim, kind)
    return to_out(_along(input, dim, _softmax_row, kind), out)


@both
def log_softmax(input: Tensor, dim: int, dtype: Any = None, *, out: Tensor | None = None) -> Tensor:
    """The logarithms of what ``softmax`` gives."""
    kind = dtype or input.dtype
    _require_float("log_softmax", input, dim, kind)
    return to_out(_along(input, dim, _log_softmax_row, kind), out)
