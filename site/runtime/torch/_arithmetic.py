"""Two tensors, or a tensor and a number, element by element; the same in place; comparisons."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, flat, is_tensor, make
from ._dtypes import BOOL, FLOAT, INT, dtype, get_default_dtype
from ._elementwise import (
    Pair,
    add_in_place_methods,
    binary,
    in_place,
    kind_name,
    kind_of,
    laid_out,
    require_operands,
    to_out,
)
from ._registry import FUNCTIONS, alias, both, function, method


def _divide(one: float, other: float) -> float:
    try:
        return one / other
    except ZeroDivisionError:
        if one == 0 or one != one:
            return math.nan
        return math.copysign(math.inf, one) * math.copysign(1.0, other)


def _floor_divide(one: Any, other: Any) -> Any:
    if type(other) is not float:
        if other == 0:
            raise RuntimeError("ZeroDivisionError")
        return one // other
    if other == 0 or math.isinf(one):
        return _divide(one, other) if not math.isinf(one) or other == 0 else math.nan
    if math.isnan(one) or math.isnan(other):
        return math.nan
    rest = math.fmod(one, other)
    whole = (one - rest) / other
    if rest != 0 and (other < 0) != (rest < 0):
        whole -= 1
    if whole == 0:
        return math.copysign(0.0, _divide(one, other))
    floor = math.floor(whole)
    return float(floor + 1 if whole - floor > 0.5 else floor)


def _remainder(one: Any, other: Any) -> Any:
    if type(other) is not float:
        if other == 0:
            raise RuntimeError("ZeroDivisionError")
        return one % other
    if other == 0 or math.isinf(one):
        return math.nan
    rest = math.fmod(one, other)
    return rest + other if rest != 0 and (rest < 0) != (other < 0) else rest


def _fmod(one: Any, other: Any) -> Any:
    if type(other) is not float:
        if other == 0:
            raise RuntimeError("ZeroDivisionError")
        rest = abs(one) % abs(other)
        return -rest if one < 0 else rest
    return math.nan if other == 0 or math.isinf(one) else math.fmod(one, other)


def _power(one: Any, other: Any) -> Any:
    if type(one) is int:
        if other >= 0:
            return pow(one, other, 1 << 64) if abs(one) > 1 and other > 63 else one**other
        return {1: 1, -1: -1 if other % 2 else 1}.get(one, 0)
    try:
        return math.pow(one, other)
    except OverflowError:
        return -math.inf if one < 0 and other % 2 == 1 else math.inf
    except ValueError:
        if one == 0:
            return math.copysign(math.inf, one) if other % 2 == 1 else math.inf
        return math.nan


def _maximum(one: Any, other: Any) -> Any:
    return one if one != one or one > other else other


def _minimum(one: Any, other: Any) -> Any:
    return one if one != one or one < other else other


def _precision(kind: dtype, other: Any) -> dtype:
    """The dtype in which products and ratios are computed: a single number beside half types is
    not rounded to them, in torch neither."""
    is_half = kind.category == FLOAT and kind.itemsize == 2
    is_single = not is_tensor(other) or other.numel() == 1
    return _dtypes.float32 if is_half and is_single else kind


def _plain(
    name: str, pair: Pair, refuses_bool: str = "", numbers: str = "both", precise: bool = False
) -> None:
    """A function whose result is of the dtype that both operands have together.

    Args:
        refuses_bool: what torch's kernel is called that knows no truth values.
        numbers: which operands may be plain numbers; see ``kind_of``.
        precise: whether a number is not rounded; see ``_precision``.
    """

    def call(input: Any, other: Any, *, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other, numbers)
        if kind.category == BOOL and refuses_bool:
            raise NotImplementedError(f"\"{refuses_bool}\" not implemented for 'Bool'")
        work = _precision(kind, other) if precise else kind
        return to_out(binary(pair, input, other, work, kind), out, input, other)

    call.__name__ = name
    both(call)


_plain("mul", operator.mul, precise=True)
_plain("remainder", _remainder, "remainder_cpu", "either")
_plain("fmod", _fmod, "fmod_cpu", "second")
_plain("maximum", _maximum, numbers="none")
_plain("minimum", _minimum, numbers="none")
_plain("floor_divide", _floor_divide, "div_floor_cpu", precise=True)
_plain("fmax", lambda a, b: a if b != b or a > b else b, numbers="none")
_plain("fmin", lambda a, b: a if b != b or a < b else b, numbers="none")
alias("multiply", FUNCTIONS["mul"])


def _with_alpha(name: str, pair: Pair, scaled: Callable[[Any], Pair]) -> None:
    def call(input: Any, other: Any, *, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other)
        if name == "sub":
            _refuse_bool(input, other)
        if isinstance(alpha, float) and kind.category != FLOAT:
            raise RuntimeError(
                "For integral input tensors, argument alpha must not be a floating point number."
            )
        used = pair if alpha == 1 else scaled(alpha)
        return to_out(binary(used, input, other, kind, kind), out, input, other)

    call.__name__ = name
    both(call)


def _refuse_bool(one: Any, other: Any) -> None:
    """There is no difference of truth values."""
    given = [
        v.dtype is _dtypes.bool_ if is_tensor(v) else isinstance(v, bool) for v in (one, other)
    ]
    if all(given):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
            "`^` or `logical_xor()` operator instead."
        )
    if any(given):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
            "to invert a mask, use the `~` or `logical_not()` operator instead."
        )


_with_alpha("add", operator.add, lambda alpha: lambda a, b: a + alpha * b)
_with_alpha("sub", operator.sub, lambda alpha: lambda a, b: a - alpha * b)
alias("subtract", FUNCTIONS["sub"])


@function
def rsub(input: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """other - alpha * input."""
    require_operands(input, other, "second")
    return FUNCTIONS["sub"](other, input, alpha=alpha)


@both
def div(
    input: Any, other: Any, *, rounding_mode: str | None = None, out: Tensor | None = None
) -> Tensor:
    """Always a float, unless a rounding mode asks for whole numbers."""
    kind = kind_of(input, other)
    work = _precision(kind, other)
    if rounding_mode == "floor":
        return to_out(binary(_floor_divide, input, other, work, kind), out, input, other)
    if rounding_mode == "trunc":
        if kind.category == FLOAT:
            ratio = binary(_divide, input, other, work, work)
            made = make(kind.fit([_cut(value) for value in flat(ratio)]), ratio._shape, kind)
            return to_out(laid_out(made, ratio), out, input, other)
        return to_out(binary(_truncated, input, other, kind, kind), out, input, other)
    if rounding_mode is not None:
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    if kind.category != FLOAT:
        kind = work = get_default_dtype()
    return to_out(binary(_divide, input, other, work, kind), out, input, other)


def _truncated(one: int, other: int) -> int:
    if other == 0:
        raise RuntimeError("ZeroDivisionError")
    whole = abs(one) // abs(other)
    return whole if (one < 0) == (other < 0) else -whole


def _cut(value: float) -> float:
    """Without what is behind the point; a zero keeps its sign."""
    return math.copysign(math.trunc(value), value) if math.isfinite(value) else value


alias("divide", div)
alias("true_divide", lambda input, other: div(input, other))


@both
def pow_(input: Any, exponent: Any, *, out: Tensor | None = None) -> Tensor:
    """Raises RuntimeError for whole numbers to a negative power that is a plain number."""
    kind = kind_of(input, exponent, "either")
    if kind.category != FLOAT and not is_tensor(exponent) and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if kind.category == BOOL:
        made = binary(lambda a, b: a or not b, input, exponent, kind, kind)
        return to_out(made, out, input, exponent)
    return to_out(binary(_power, input, exponent, kind, kind), out, input, exponent)


@both
def float_power(input: Any, exponent: Any) -> Tensor:
    """In double precision, whatever the operands are."""
    require_operands(input, exponent, "either")
    return binary(_power, input, exponent, _dtypes.float64, _dtypes.float64)


def _real(name: str, pair: Pair, numbers: str = "none") -> None:
    """A function of two floats; whole numbers become floats."""

    def call(input: Any, other: Any, *, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other, numbers)
        kind = kind if kind.category == FLOAT else get_default_dtype()
        return to_out(binary(pair, input, other, kind, kind), out, input, other)

    call.__name__ = name
    both(call)


def _logaddexp(one: float, other: float) -> float:
    high, low = (one, other) if one > other else (other, one)
    if math.isinf(high) and high == low:
        return high
    return high + math.log1p(math.exp(low - high))


def _xlogy(one: float, other: float) -> float:
    if other != other:
        return math.nan
    if one == 0:
        return 0.0
    return one * (math.log(other) if other > 0 else -math.inf if other == 0 else math.nan)


def _logaddexp2(one: float, other: float) -> float:
    return _logaddexp(one * math.log(2), other * math.log(2)) / math.log(2)


_real("atan2", math.atan2)
_real("hypot", math.hypot)
_real("copysign", math.copysign, "second")
_real("logaddexp", _logaddexp)
_real("xlogy", _xlogy, "either")
alias("arctan2", FUNCTIONS["atan2"])


def _of_whole(name: str, pair: Pair) -> None:
    """A function of two whole numbers."""

    def call(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        kind = kind_of(input, other, "none")
        if kind.category != INT:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{kind_name(kind)}'")
        return to_out(binary(pair, input, other, kind, kind), out, input, other)

    call.__name__ = name
    both(call)


_of_whole("gcd", math.gcd)
_of_whole("lcm", math.lcm)


@both
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to base 2 of the sum of two powers of 2."""
    kind = kind_of(input, other, "none")
    if kind.category != FLOAT:
        raise NotImplementedError(f"\"logaddexp2_cpu\" not implemented for '{kind_name(kind)}'")
    return to_out(binary(_logaddexp2, input, other, kind, kind), out, input, other)


@function
def result_type(tensor1: Any, tensor2: Any) -> dtype:
    """The dtype that an operation on both would have."""
    return kind_of(tensor1, tensor2)


@function
def can_cast(from_: dtype, to: dtype) -> bool:
    """Whether numbers of one kind become another kind without a cast being asked for."""
    return from_.category <= to.category and not (
        from_.category == to.category == INT and from_.is_signed and not to.is_signed
    )


add_in_place_methods(
    "add", "sub", "mul", "div", "floor_divide", "remainder", "fmod", "pow", "eq", "ne", "lt", "le",
    "gt", "ge", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or",
    "bitwise_xor", "atan2", "hypot", "copysign", "xlogy", "multiply", "subtract", "divide",
    "true_divide", "gcd", "lcm", "arctan2", "bitwise_left_shift", "bitwise_right_shift", "less",
    "less_equal", "greater", "greater_equal", "not_equal",
)  # fmt: skip


@method
def float_power_(self: Tensor, exponent: Any) -> Tensor:
    """Only a tensor of doubles can hold the result."""
    if self.dtype is not _dtypes.float64:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {kind_name(self.dtype)} but the "
            "operation's result requires dtype Double"
        )
    return in_place(self, float_power(self, exponent))
