"""Between which boundaries numbers lie, and how many lie there."""

from __future__ import annotations

import math
from operator import index as whole
from typing import Any

from . import _dtypes
from ._checks import exact_out, kind_name, not_implemented
from ._core import Tensor, flat, flat_as, is_tensor, make, make_fitting
from ._dtypes import BOOL, FLOAT, result_type_of
from ._lanes import lanes
from ._reductions import dims_of, groups
from ._registry import both, function


def _position(row: list[Any], value: Any, right: bool) -> int:
    """How many elements of a sorted row are smaller; or, from the right, not larger."""
    low, high = 0, len(row)
    while low < high:
        middle = (low + high) // 2
        reached = row[middle] > value if right else row[middle] >= value
        low, high = (low, middle) if reached else (middle + 1, high)
    return low


def _placed(
    rows: list[list[Any]], values: Tensor, kind: Any, right: bool, out_int32: bool
) -> Tensor:
    """Each row's share of the values, placed in that row; or all of them in the only one."""
    numbers = flat_as(values, kind)
    share = len(numbers) // len(rows) if rows else 0
    found = [_position(rows[place // share], number, right) for place, number in enumerate(numbers)]
    return make(found, values._shape, _dtypes.int32 if out_int32 else _dtypes.int64)


@function
def searchsorted(
    sorted_sequence: Tensor, input: Any, *, out_int32: bool = False, right: bool = False,
    side: str | None = None, out: Tensor | None = None, sorter: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Where each value would have to be put in for the sequence to stay sorted."""
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left "
            "while right was True"
        )
    given = sorted_sequence
    values = _as_tensor("searchsorted", input)
    if sorter is not None:
        _require_sorter(given, sorter)
    if values.ndim == 0 and given.ndim != 1:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
            f"dimension is 1, but we got boundaries tensor dim({given.ndim}) and input value's "
            "dim(0) numel(1)"
        )
    if given.ndim != 1 and given._shape[:-1] != values._shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(given._shape)} and input value tensor {list(values._shape)}"
        )
    kind = result_type_of((given, values if is_tensor(input) else input), is_tensor)
    if kind.category == BOOL and given.numel() and values.numel():
        raise not_implemented("searchsorted_out_cpu", given)
    rows = lanes(given, given.ndim - 1, kind)
    if sorter is not None:
        orders = lanes(sorter, sorter.ndim - 1)
        rows = [[row[place] for place in of] for row, of in zip(rows, orders, strict=True)]
    made = _placed(rows, values, kind, right or side == "right", out_int32)
    return exact_out(made, out, given, values)


def _as_tensor(name: str, value: Any) -> Tensor:
    if is_tensor(value):
        found: Tensor = value
        return found
    if not isinstance(value, (bool, int, float)):
        raise TypeError(
            f"{name}(): argument 'input' must be Tensor or Number, not {type(value).__name__}"
        )
    kind = _dtypes.dtype_of_number(value)
    return make(kind.fit([value]), (), kind)


def _require_sorter(given: Tensor, sorter: Tensor) -> None:
    if sorter._shape != given._shape:
        raise RuntimeError(
            "torch.searchsorted(): boundary and sorter must have the same size, but got boundary "
            f"tensor {list(given._shape)}and got sorter tensor {list(sorter._shape)}"
        )
    if sorter.dtype is not _dtypes.int64:
        raise RuntimeError(
            "torch.searchsorted(): sorter must be a tensor of long dtype but got dtype "
            f"{kind_name(sorter.dtype)}"
        )
    if any(not 0 <= place < given._shape[-1] for place in flat(sorter)):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")


@function
def bucketize(
    input: Any, boundaries: Tensor, *, out_int32: bool = False, right: bool = False,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Between which boundaries each value lies."""
    if not is_tensor(boundaries):
        raise TypeError(
            "bucketize(): argument 'boundaries' (position 2) must be Tensor, not "
            f"{type(boundaries).__name__}"
        )
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right, out=out)


@both
def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each whole number from zero on occurs; or the sum of the weights where it does."""
    if input.dtype.category != _dtypes.INT:
        raise not_implemented("bincount_cpu", input)
    numbers, minlength = flat(input), whole(minlength)
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if input.ndim != 1 or any(number < 0 for number in numbers):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights._shape != input._shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if input._shape == (0,):
        return make([0] * minlength, (minlength,), _dtypes.int64)
    size = max(max(numbers, default=-1) + 1, minlength)
    if weights is None:
        counts = [0] * size
        for number in numbers:
            counts[number] += 1
        return make(counts, (size,), _dtypes.int64)
    kind = _dtypes.float32 if weights.dtype is _dtypes.float32 else _dtypes.float64
    sums = [0.0] * size
    for number, weight in zip(numbers, flat_as(weights, kind), strict=True):
        sums[number] = kind.fit([sums[number] + weight])[0]
    return make(sums, (size,), kind)


@both
def histc(
    input: Tensor, bins: int = 100, min: Any = 0, max: Any = 0, *, out: Tensor | None = None
) -> Tensor:
    """How many elements lie in each of so many equal parts of a range; the data's, if none."""
    count, kind = whole(bins), input.dtype
    if count <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {count} for dimension 0")
    for bound in (min, max):
        if not is_tensor(bound) and not isinstance(bound, (bool, int, float)):
            raise TypeError(f"histc(): argument must be Number, not {type(bound).__name__}")
    values = flat(input)

    def fit(value: float) -> float:
        held: float = (kind if kind.category == FLOAT else _dtypes.float64).fit([value])[0]
        return held

    low, high = fit(float(min)), fit(float(max))
    if low == high and values:
        broken = any(value != value for value in values)
        low, high = (math.nan,) * 2 if broken else (sorted(values)[0], sorted(values)[-1])
    if low == high:
        low, high = fit(low - 1), fit(high + 1)
    if not math.isfinite(low) or not math.isfinite(high):
        raise RuntimeError(f"torch.histc: range of [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    if kind.category != FLOAT:
        raise not_implemented("histogram_cpu", input)
    counts = [0.0] * count
    for value in values:
        if low <= value <= high:
            part = fit(fit(fit(value - low) * count) / fit(high - low))
            counts[int(part) if part < count else count - 1] += 1
    return exact_out(make_fitting(counts, (count,), kind), out, input)


@both
def count_nonzero(input: Tensor, dim: Any = None) -> Tensor:
    """How many elements are not zero."""
    rows, shape = groups(input, dims_of(dim, input.ndim), input.dtype)
    return make([sum(1 for value in row if value) for row in rows], shape, _dtypes.int64)
