"""Sums, products and extremes of all elements up to each one; differences of neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from . import _dtypes
from ._checks import exact_out, not_implemented, require_writable
from ._core import Tensor, flat_as, wrap_dim, write
from ._creation import clone
from ._dtypes import BOOL, FLOAT, dtype
from ._elementwise import binary, to_out
from ._lanes import from_lanes, lanes, return_type
from ._registry import FUNCTIONS, alias, both
from ._views import sliced

Pair = Callable[[Any, Any], Any]


def _accumulated(input: Tensor, dim: int, pair: Pair, start: Any, kind: dtype) -> Tensor:
    """Running results; those of the half types are kept in single precision in between."""
    at = wrap_dim(dim, input.ndim)
    half, single = kind.is_floating_point and kind.itemsize == 2, _dtypes.float32.fit

    def step(one: Any, other: Any) -> Any:
        return single([pair(one, other)])[0] if half else pair(one, other)

    rows = [
        kind.fit(list(accumulate(row, step, initial=start))[1:]) for row in lanes(input, at, kind)
    ]
    return from_lanes(rows, input._shape, at, kind)


def _offer_running(name: str, pair: Pair, start: int) -> None:
    def call(input: Tensor, dim: int, *, dtype: Any = None, out: Tensor | None = None) -> Tensor:
        kind = dtype or (out.dtype if out is not None else None)
        if kind is None:
            kind = input.dtype if input.dtype.category == FLOAT else _dtypes.int64
        wrap_dim(dim, input.ndim)
        if kind.category == BOOL and input.ndim and input.numel():
            raise NotImplementedError(f"\"{name}_out_cpu\" not implemented for 'Bool'")
        return to_out(_accumulated(input, dim, pair, start, kind), out)

    def inner(self: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
        if dtype not in (None, self.dtype):
            raise RuntimeError(
                f"Bad in-place call: input tensor dtype {self.dtype.name} and output tensor dtype "
                f"{dtype.name} should match"
            )
        made = call(self, dim, dtype=self.dtype)
        require_writable(self)
        write(self, flat_as(made, self.dtype))
        return self

    call.__name__, inner.__name__ = name, f"{name}_"
    both(call)
    alias(f"{name}_", inner, on_torch=False)


_offer_running("cumsum", lambda one, other: one + other, 0)
_offer_running("cumprod", lambda one, other: one * other, 1)


def _offer_extreme(name: str, better: Pair) -> None:
    def places(row: list[Any]) -> list[int]:
        """Of equal elements the last one counts; after NaN only NaN does."""
        best, found = 0, []
        for place, value in enumerate(row):
            if value != value or (row[best] == row[best] and better(value, row[best])):
                best = place
            found.append(best)
        return found

    def call(input: Tensor, dim: int, *, out: Any = None) -> Any:
        at = wrap_dim(dim, input.ndim) if input.numel() else 0
        rows = lanes(input, at)
        found = [places(row) for row in rows]
        best = [[row[place] for place in of] for row, of in zip(rows, found, strict=True)]
        made = [
            from_lanes(best, input._shape, at, input.dtype),
            from_lanes(found, input._shape, at, _dtypes.int64),
        ]
        if out is not None:
            made = [exact_out(one, to) for one, to in zip(made, out, strict=True)]
        return return_type(name)(*made)

    call.__name__ = name
    both(call)


_offer_extreme("cummax", lambda one, other: one >= other)
_offer_extreme("cummin", lambda one, other: one <= other)


def _log_add_exp(one: float, other: float) -> float:
    low, high = sorted((one, other))
    if one != one or other != other:
        return math.nan
    return high + math.log1p(math.exp(low - high)) if math.isfinite(low) or low != high else high


@both
def logcumsumexp(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor:
    """The logarithms of the running sums of exponentials."""
    wrap_dim(dim, input.ndim)
    if input.dtype.category != FLOAT:
        raise not_implemented("logcumsumexp_out_cpu", input)
    return exact_out(_accumulated(input, dim, _log_add_exp, -math.inf, input.dtype), out)


@both
def diff(
    input: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None,
    append: Tensor | None = None, *, out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """What each element is more than the one before it; n times over."""
    if input.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    for more in (prepend, append):
        if more is not None:
            _require_neighbour(input, more, wrap_dim(dim, input.ndim))
    if n == 0:
        return to_out(clone(input), out)
    at = wrap_dim(dim, input.ndim)
    parts = [part for part in (prepend, input, append) if part is not None]
    made: Tensor = FUNCTIONS["cat"](parts, at)
    kind = made.dtype
    less: Pair = (lambda a, b: a != b) if kind.category == BOOL else (lambda a, b: a - b)
    for _ in range(n):
        size = made._shape[at]
        later, earlier = sliced(made, at, 1, max(size, 1), 1), sliced(made, at, 0, size - 1, 1)
        made = binary(less, later, earlier, kind, kind)
    return to_out(made, out)


def _require_neighbour(input: Tensor, more: Tensor, dim: int) -> None:
    if more.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for d, (own, other) in enumerate(zip(input._shape, more._shape, strict=True)):
        if d != dim and own != other:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({d}) = {own}, but got "
                f"tensor.size({d}) = {other}"
            )
