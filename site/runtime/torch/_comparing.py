"""Comparisons, logic and bits, element by element; and whether two tensors are the same."""

from __future__ import annotations

import math
import operator
from typing import Any

from . import _dtypes
from ._core import Tensor, flat, flat_as, is_tensor
from ._dtypes import FLOAT, result_type_of
from ._elementwise import Pair, binary, kind_name, kind_of, require_operands, to_out
from ._registry import alias, both


def _comparison(name: str, pair: Pair, *names: str) -> None:
    def call(input: Any, other: Any, *, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other, "second")
        return to_out(binary(pair, input, other, kind, _dtypes.bool_), out, input, other)

    call.__name__ = name
    both(call)
    for other_name in names:
        alias(other_name, call)


_comparison("eq", operator.eq)
_comparison("ne", operator.ne, "not_equal")
_comparison("lt", operator.lt, "less")
_comparison("le", operator.le, "less_equal")
_comparison("gt", operator.gt, "greater")
_comparison("ge", operator.ge, "greater_equal")


def _logical(name: str, pair: Pair) -> None:
    def call(input: Any, other: Any, *, out: Tensor | None = None) -> Tensor:
        require_operands(input, other, "none")
        return to_out(binary(pair, input, other, _dtypes.bool_, _dtypes.bool_), out, input, other)

    call.__name__ = name
    both(call)


_logical("logical_and", operator.and_)
_logical("logical_or", operator.or_)
_logical("logical_xor", operator.xor)


def _bitwise(name: str, pair: Pair, symbol: str) -> None:
    def call(input: Any, other: Any, *, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other, "either")
        if kind.category == FLOAT:
            raise NotImplementedError(f"\"{symbol}_cpu\" not implemented for '{kind_name(kind)}'")
        return to_out(binary(pair, input, other, kind, kind), out, input, other)

    call.__name__ = name
    both(call)


_bitwise("bitwise_and", operator.and_, "bitwise_and")
_bitwise("bitwise_or", operator.or_, "bitwise_or")
_bitwise("bitwise_xor", operator.xor, "bitwise_xor")
_bitwise("bitwise_left_shift", lambda a, b: a << b if 0 <= b < 64 else 0, "lshift")
_bitwise("bitwise_right_shift", lambda a, b: a >> min(max(b, 0), 63), "rshift")


@both
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether shape and all elements are the same."""
    kind = result_type_of((input, other), is_tensor)
    return input._shape == other._shape and flat_as(input, kind) == flat_as(other, kind)


@both
def isclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Tensor:
    """Whether elements differ by at most atol + rtol * abs(other)."""
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{kind_name(input.dtype)} did not match {kind_name(other.dtype)}")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if not tolerance >= 0:
            raise RuntimeError(
                f"{name} must be greater than or equal to zero, but got {tolerance:g}"
            )
    fit = input.dtype.fit if input.dtype.category == FLOAT else _dtypes.float64.fit

    def near(one: Any, goal: Any) -> bool:
        if one == goal or (equal_nan and one != one and goal != goal):
            return True
        if not math.isfinite(goal) or not math.isfinite(one):
            return False
        allowed = fit([atol + fit([abs(rtol * goal)])[0]])[0]
        return bool(fit([float(abs(one - goal))])[0] <= allowed)

    return binary(near, input, other, input.dtype, _dtypes.bool_)


@both
def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Whether all elements are close; see ``isclose``."""
    return all(flat(isclose(input, other, rtol, atol, equal_nan)))
