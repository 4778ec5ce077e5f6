"""Quantiles: the value below which a share of the elements lies."""

from __future__ import annotations

import math
from typing import Any

from ._core import Tensor, flat, is_tensor, make, wrap_dim
from ._dtypes import float32, float64
from ._elementwise import to_out
from ._reductions import groups, result_shape
from ._registry import both
from ._views import movedim

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def _check(name: str, input: Tensor, q: Any, interpolation: str) -> None:
    """Raises RuntimeError for what torch refuses."""
    if input.numel() == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if is_tensor(q) and q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if input.dtype not in (float32, float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if is_tensor(q) and q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if not is_tensor(q) and not 0 <= q <= 1:
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
    if is_tensor(q) and not all(0 <= share <= 1 for share in flat(q)):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )


def _between(row: list[float], place: float, interpolation: str) -> float:
    """The element of a sorted row at a place that may lie between two."""
    below, above = math.floor(place), math.ceil(place)
    if interpolation == "lower":
        return row[below]
    if interpolation == "higher":
        return row[above]
    if interpolation == "nearest":
        return row[round(place)]
    weight = 0.5 if interpolation == "midpoint" else place - below
    low, high = row[below], row[above]
    if low == high or below == above:
        return low
    return low + weight * (high - low) if weight < 0.5 else high - (high - low) * (1 - weight)


def _offer(name: str, leaves_nan: bool) -> None:
    def call(
        input: Tensor, q: Any, dim: int | None = None, keepdim: bool = False, *,
        interpolation: str = "linear", out: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        _check(name, input, q, interpolation)
        dims = list(range(input.ndim)) if dim is None else [wrap_dim(dim, input.ndim)]
        rows, _ = groups(input, dims if input.ndim else [], input.dtype)
        shares, fit = (flat(q) if is_tensor(q) else [float(q)]), input.dtype.fit
        values: list[float] = []
        for row in rows:
            numbers = sorted(value for value in row if value == value)
            broken = not numbers or (len(numbers) < len(row) and not leaves_nan)
            for place in fit([share * (len(numbers) - 1) for share in shares]):
                values.append(math.nan if broken else _between(numbers, place, interpolation))
        shape = [*result_shape(input, dims, keepdim), len(shares)]
        made = movedim(make(fit(values), shape, input.dtype), -1, 0)  # a row for each share
        return to_out(made if is_tensor(q) and q.ndim else made[0], out)

    call.__name__ = name
    both(call)


_offer("quantile", leaves_nan=False)
_offer("nanquantile", leaves_nan=True)
