"""torch.testing: ``assert_close``, which says how many elements differ, and where most."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._core import Tensor, flat, is_tensor
from .._creation import cast
from .._dtypes import dtype, float64, get_default_dtype, int64, promote_types
from .._registry import FUNCTIONS, not_offered

# Relative and absolute, as torch has them; whole numbers and truth values must be equal.
TOLERANCES = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
}  # fmt: skip
Tolerances = tuple[float, float]


def _tolerances(rtol: float | None, atol: float | None, one: dtype, other: dtype) -> Tolerances:
    """Those given, or the larger ones of the two dtypes."""
    if (rtol is None) != (atol is None):
        absent = "rtol" if rtol is None else "atol"
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {absent}."
        )
    if rtol is not None and atol is not None:
        return rtol, atol
    found = [TOLERANCES.get(kind.name, (0.0, 0.0)) for kind in (one, other)]
    return max(pair[0] for pair in found), max(pair[1] for pair in found)


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Tensors, numbers, and lists and dicts of them, are equal up to what rounding may do.

    Raises:
        AssertionError: if they are not.
        TypeError: for what cannot be compared.
    """

    def compare(one: Any, other: Any, path: tuple[Any, ...]) -> None:
        found = _of_structure(one, other)
        if found is not None:
            if found:
                raise AssertionError(_located(found, path))
            places = range(len(one)) if isinstance(one, Sequence) else sorted(one)
            for place in places:
                compare(one[place], other[place], (*path, place))
            return
        found = _difference(one, other, rtol, atol, equal_nan, check_dtype, check_stride)
        if found:
            text = _located(found, path)
            raise AssertionError(msg(text) if callable(msg) else text if msg is None else msg)

    compare(actual, expected, ())


def _located(text: str, path: tuple[Any, ...]) -> str:
    where = "".join(str([step]) for step in path)
    return f"{text}\n\nThe failure occurred for item {where}" if path else text


def _of_structure(one: Any, other: Any) -> str | None:
    """How two lists or dicts differ in length or keys; None if they are neither."""
    if all(isinstance(value, Sequence) and not isinstance(value, str) for value in (one, other)):
        if len(one) == len(other):
            return ""
        return f"The length of the sequences mismatch: {len(one)} != {len(other)}"
    if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
        return None
    if one.keys() == other.keys():
        return ""
    return (
        "The keys of the mappings do not match:\n"
        f"Missing keys in the actual mapping: {sorted(other.keys() - one.keys())}\n"
        f"Additional keys in the actual mapping: {sorted(one.keys() - other.keys())}"
    )


def _difference(
    one: Any, other: Any, rtol: float | None, atol: float | None, equal_nan: bool,
    check_dtype: bool, check_stride: bool,
) -> str:  # fmt: skip
    """How two values differ; empty if they do not."""
    if one is None or other is None:
        return "" if one is other else f"None mismatch: {one} is not {other}"
    if isinstance(one, bool) and isinstance(other, bool):
        return "" if one is other else f"Booleans mismatch: {one} is not {other}"
    numbers = [isinstance(value, (int, float)) for value in (one, other)]
    if all(numbers) and not isinstance(one, bool) and not isinstance(other, bool):
        return _of_numbers(one, other, rtol, atol, equal_nan, check_dtype)
    if not (is_tensor(one) and is_tensor(other)):
        raise TypeError(
            f"No comparison pair was able to handle inputs of type {type(one)} and {type(other)}."
        )
    if one._shape != other._shape:
        return f"The values for attribute 'shape' do not match: {one.shape} != {other.shape}."
    if check_stride and one._strides != other._strides:
        return (
            f"The values for attribute 'stride()' do not match: {one._strides} != {other._strides}."
        )
    if check_dtype and one.dtype is not other.dtype:
        return f"The values for attribute 'dtype' do not match: {one.dtype} != {other.dtype}."
    return _of_tensors(one, other, _tolerances(rtol, atol, one.dtype, other.dtype), equal_nan)


def _of_numbers(
    one: Any, other: Any, rtol: float | None, atol: float | None, equal_nan: bool, check_type: bool
) -> str:
    kinds = [float64 if isinstance(value, float) else int64 for value in (one, other)]
    relative, absolute = _tolerances(rtol, atol, *kinds)
    if check_type and type(one) is not type(other):
        return f"The (d)types do not match: {type(one)} != {type(other)}."
    if one == other or (equal_nan and one != one and other != other):
        return ""
    off = abs(one - other)
    if math.isfinite(off) and off <= absolute + relative * abs(other):
        return ""
    return _of_scalars(one, other, (relative, absolute))


def _of_scalars(one: Any, other: Any, tolerances: Tolerances) -> str:
    off = abs(one - other)
    share = math.inf if other == 0 else off / abs(other)
    return _mismatch("Scalars", f"Expected {other} but got {one}.", off, share, tolerances)


def _of_tensors(one: Tensor, other: Tensor, tolerances: Tolerances, equal_nan: bool) -> str:
    kind = promote_types(one.dtype, other.dtype)
    one, other = cast(one, kind), cast(other, kind)
    near = flat(FUNCTIONS["isclose"](one, other, *tolerances, equal_nan))
    if all(near):
        return ""
    if not one.ndim:
        return _of_scalars(one.item(), other.item(), tolerances)
    wrong = near.count(False)
    head = f"Mismatched elements: {wrong} / {len(near)} ({wrong / len(near):.1%})"
    # In the dtype, as torch computes them; whole numbers as int64, their shares as floats.
    work = kind if kind.is_floating_point else int64
    pairs = list(zip(flat(cast(one, work)), flat(cast(other, work)), near, strict=True))
    offs = work.fit([type(got)(0) if fine else abs(got - goal) for got, goal, fine in pairs])
    share_kind = work if work.is_floating_point else get_default_dtype()
    shares = [_share(off, goal, fine) for off, (_, goal, fine) in zip(offs, pairs, strict=True)]
    off, share = (_greatest(values, one._shape) for values in (offs, share_kind.fit(shares)))
    return _mismatch("Tensor-likes", head, off, share, tolerances)


def _share(off: Any, goal: Any, fine: bool) -> float:
    if fine:
        return 0.0
    if goal == 0:
        return math.inf if off else math.nan
    return math.nan if math.isinf(goal) and math.isinf(off) else off / abs(goal)


def _greatest(values: list[Any], shape: tuple[int, ...]) -> str:
    place = next((i for i, value in enumerate(values) if value != value), None)
    place = values.index(max(values)) if place is None else place
    index, rest = [], place
    for size in reversed(shape):
        index.append(rest % size)
        rest //= size
    return f"{values[place]} at index {tuple(reversed(index))}"


def _mismatch(what: str, head: str, off: Any, share: Any, tolerances: Tolerances) -> str:
    exact = tolerances == (0, 0)
    lines = [f"{what} are not {'equal' if exact else 'close'}!\n", head]
    relative, absolute = tolerances
    for name, found, allowed in (("absolute", off, absolute), ("relative", share, relative)):
        title = f"{name.title()} difference" if what == "Scalars" else f"Greatest {name} difference"
        lines.append(f"{title}: {found}" + ("" if exact else f" (up to {allowed} allowed)"))
    return "\n".join(lines)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.testing.{name}")


__all__ = ["assert_close"]
