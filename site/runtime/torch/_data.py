"""Numbers in nested lists, as torch.tensor takes them: their shape, their dtype, and each of them.

In this order, as in torch: the shape is that of the first item of the first item …; the dtype is
what all numbers become; then every list is held to the shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Any

from ._core import is_tensor
from ._dtypes import BOOL, FLOAT, bool_, dtype, get_default_dtype, int64, promote_types

_MOST_DIMENSIONS = 64
_PLAIN = {bool, int, float}


def _is_sequence(data: Any) -> bool:
    kind = type(data)
    if kind is tuple or kind is list or kind in _PLAIN:  # an abstract class takes its time
        return kind not in _PLAIN
    return isinstance(data, Sequence)  # a tensor is none: it counts as a number


def nested_shape(data: Any) -> list[int]:
    """The lengths of the first list, of the first one in it, and so on.

    Raises:
        ValueError: for what holds itself, as a text does.
    """
    shape: list[int] = []
    while _is_sequence(data):
        shape.append(len(data))
        if len(shape) > _MOST_DIMENSIONS:
            raise ValueError(f"too many dimensions '{type(data).__name__}'")
        if not data:
            break
        data = data[0]
    return shape


def inferred_dtype(data: Any) -> dtype:
    """The smallest dtype that all numbers in it may become.

    Raises:
        TypeError: for a text.
        RuntimeError: for what is no number.
    """
    if isinstance(data, float):
        return get_default_dtype()
    if isinstance(data, bool):
        return bool_
    if isinstance(data, int):
        return int64
    if is_tensor(data):
        found: dtype = data.dtype
        return found
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if not _is_sequence(data):
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    if not data:
        return get_default_dtype()
    types = set(map(type, data))
    if types <= _PLAIN:
        return bool_ if types == {bool} else get_default_dtype() if float in types else int64
    return reduce(promote_types, [inferred_dtype(item) for item in data])


def nested_numbers(data: Any, shape: list[int], kind: dtype) -> list[Any]:
    """All numbers in it, in order, as the dtype holds them.

    Raises:
        ValueError, TypeError: for a list of another length, or a number where a list should be.
        RuntimeError: for a number that the dtype cannot hold.
    """
    if not math.prod(shape):
        return []
    is_row = len(shape) == 1 and type(data) in (list, tuple)  # the usual case, made short
    rows = list(data) if is_row else [data]
    for dim, size in enumerate(() if is_row else shape):
        inner: list[Any] = []
        for row in rows:
            if is_tensor(row) and row.ndim:  # as the first it would have been a number
                row = row.tolist()
            if not _is_sequence(row):
                raise TypeError("not a sequence")
            if len(row) != size:
                raise ValueError(
                    f"expected sequence of length {size} at dim {dim} (got {len(row)})"
                )
            inner.extend(row)
        rows = inner
    if kind.category == FLOAT:
        plain = set(map(type, rows)) <= _PLAIN
        return kind.fit(list(map(float if plain else _real, rows)))
    if kind.category == BOOL:
        return [bool(number if isinstance(number, float) else _whole(number)) for number in rows]
    plain = kind.is_signed and set(map(type, rows)) == {int}
    if plain and _lowest(kind) <= min(rows) and max(rows) <= _highest(kind):
        return rows  # the usual case, made short
    whole = [_whole(number, kind) for number in rows]
    return kind.fit(whole)  # of an unsigned dtype, it counts from the end


def _real(number: Any) -> float:
    if isinstance(number, (int, float)) or is_tensor(number):
        return float(number)
    raise TypeError(f"must be real number, not {type(number).__name__}")


def _whole(number: Any, kind: dtype = int64) -> int:
    """A number without what is behind the point, if it is in the range of the dtype.

    Raises:
        TypeError: for what is no number.
        RuntimeError: for one out of range.
    """
    if isinstance(number, float):
        fits = math.isfinite(number) and _lowest(kind) <= number <= _highest(kind)
        if not fits:
            raise _overflow(kind)
        return int(number)
    if not hasattr(number, "__index__"):
        raise TypeError(f"'{type(number).__name__}' object cannot be interpreted as an integer")
    value = int(number.__index__())
    if not _lowest(int64) <= value <= _highest(int64):
        raise ValueError("Overflow when unpacking long long")
    if not (_lowest(kind) if kind.is_signed else -_highest(kind)) <= value <= _highest(kind):
        raise _overflow(kind)
    return value


@lru_cache
def _lowest(kind: dtype) -> int:
    return -(1 << (kind.bits - 1)) if kind.is_signed else 0


@lru_cache
def _highest(kind: dtype) -> int:
    return (1 << (kind.bits - kind.is_signed)) - 1


def _overflow(kind: dtype) -> RuntimeError:
    return RuntimeError(f"value cannot be converted to type {kind.name} without overflow")
