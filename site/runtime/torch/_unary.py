"""One tensor, element by element: rounding, powers, exponentials, angles, signs, limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, flat_as, is_tensor, make
from ._dtypes import BOOL, FLOAT, dtype, get_default_dtype
from ._elementwise import (
    add_in_place_methods,
    in_place,
    kind_name,
    laid_out,
    to_out,
)
from ._registry import FUNCTIONS, METHODS, alias, both, function

One = Callable[[Any], Any]


def unary(one: One, input: Tensor, work: dtype, result: dtype) -> Tensor:
    """``one`` on each element as ``work``; what comes is fitted to ``result``."""
    values = result.fit(list(map(one, flat_as(input, work))))
    made = make(values, input._shape, result)
    return laid_out(made, input, work=work if work.category == FLOAT else None)


def _floating(name: str, one: One, *names: str) -> None:
    """A function of real numbers: whole numbers become floats first."""

    def safe(value: float) -> float:
        try:
            return float(one(value))
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    def call(input: Tensor, *, out: Tensor | None = None) -> Tensor:
        _require_tensor(name, input)
        kind = input.dtype if input.dtype.category == FLOAT else get_default_dtype()
        try:
            made = unary(one, input, kind, kind)
        except (OverflowError, ValueError):  # of some element: then it takes longer
            made = unary(safe, input, kind, kind)
        return to_out(made, out, input)

    call.__name__ = name
    both(call)
    add_in_place_methods(name)
    for other in names:
        alias(other, call)
        METHODS[f"{other}_"] = METHODS[f"{name}_"]


def _require_tensor(name: str, value: Any) -> None:
    if not is_tensor(value):
        raise TypeError(
            f"{name}(): argument 'input' (position 1) must be Tensor, not {type(value).__name__}"
        )


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf if value == 0 else math.nan


def _log2(value: float) -> float:
    return math.log2(value) if value > 0 else -math.inf if value == 0 else math.nan


def _log10(value: float) -> float:
    return math.log10(value) if value > 0 else -math.inf if value == 0 else math.nan


def _log1p(value: float) -> float:
    return -math.inf if value == -1 else math.log1p(value)


def _reciprocal(value: float) -> float:
    return 1.0 / value if value else math.copysign(math.inf, value)


def _rsqrt(value: float) -> float:
    if value == 0:
        return math.copysign(math.inf, value)
    return 1.0 / math.sqrt(value)


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1.0 / (1.0 + math.exp(-value))
    grown = math.exp(value)
    return grown / (1.0 + grown)


def _sinh(value: float) -> float:
    try:
        return math.sinh(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def _atanh(value: float) -> float:
    return math.copysign(math.inf, value) if abs(value) == 1 else math.atanh(value)


def _gamma(value: float) -> float:
    if value <= 0 and value == math.floor(value):
        return math.inf
    return math.lgamma(value)


def _expm1(value: float) -> float:
    return math.expm1(value)


def _exp2(value: float) -> float:
    return math.pow(2.0, value)


for _name, _one, *_more in (
    ("sqrt", math.sqrt), ("rsqrt", _rsqrt), ("reciprocal", _reciprocal), ("exp", math.exp),
    ("exp2", _exp2), ("expm1", _expm1), ("log", _log),
    ("log2", _log2), ("log10", _log10), ("log1p", _log1p), ("sin", math.sin),
    ("cos", math.cos), ("tan", math.tan), ("asin", math.asin, "arcsin"),
    ("acos", math.acos, "arccos"), ("atan", math.atan, "arctan"), ("sinh", _sinh),
    ("cosh", math.cosh), ("tanh", math.tanh), ("asinh", math.asinh, "arcsinh"),
    ("acosh", math.acosh, "arccosh"), ("atanh", _atanh, "arctanh"), ("erf", math.erf),
    ("erfc", math.erfc), ("lgamma", _gamma), ("sigmoid", _sigmoid), ("deg2rad", math.radians),
    ("rad2deg", math.degrees),
):  # fmt: skip
    _floating(_name, _one, *_more)


def _same_kind(name: str, one: One, *names: str, refuses_bool: str = "") -> None:
    """A function whose result is of the tensor's own dtype."""

    def call(input: Tensor, *, out: Tensor | None = None) -> Tensor:
        _require_tensor(name, input)
        if refuses_bool and input.dtype.category == BOOL:
            raise RuntimeError(refuses_bool)
        return to_out(unary(one, input, input.dtype, input.dtype), out, input)

    call.__name__ = name
    both(call)
    add_in_place_methods(name)
    for other in names:
        alias(other, call)
        METHODS[f"{other}_"] = METHODS[f"{name}_"]


def _whole(round_one: Callable[[float], float]) -> One:
    """Rounding leaves whole numbers, infinities and NaN as they are."""

    def call(value: Any) -> Any:
        if type(value) is not float or not math.isfinite(value):
            return value
        return math.copysign(float(round_one(value)), value)

    return call


_NEGATIVE_BOOL = (
    "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
    "mask, use the `~` or `logical_not()` operator instead."
)
_same_kind("neg", lambda v: -v, "negative", refuses_bool=_NEGATIVE_BOOL)
_same_kind("abs", abs, "absolute")
_same_kind("floor", _whole(math.floor))
_same_kind("ceil", _whole(math.ceil))
_same_kind("trunc", _whole(math.trunc), "fix")
_same_kind("frac", lambda v: v - math.trunc(v) if math.isfinite(v) else math.nan)
_same_kind("relu", lambda v: v if v > 0 or v != v else type(v)(0))
_same_kind("sign", lambda v: type(v)((v > 0) - (v < 0)))
_same_kind("sgn", lambda v: type(v)((v > 0) - (v < 0)))


@both
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The second power, by which truth values become whole numbers."""
    _require_tensor("square", input)
    if input.dtype.category == BOOL:
        return FUNCTIONS["pow"](input, 2, out=out)
    return FUNCTIONS["mul"](input, input, out=out)


add_in_place_methods("square")


@both
def positive(input: Tensor) -> Tensor:
    """The tensor itself."""
    if input.dtype.category == BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@both
def round_(input: Tensor, *, decimals: int = 0, out: Tensor | None = None) -> Tensor:
    """To the nearest whole number, halves to the even one."""
    if not decimals:
        return to_out(unary(_whole(round), input, input.dtype, input.dtype), out, input)
    scale = 10.0 ** abs(decimals)
    fit = input.dtype.fit

    def one(value: float) -> float:
        scaled = fit([value * scale if decimals > 0 else value / scale])[0]
        if not math.isfinite(scaled):
            return scaled if decimals > 0 else value
        whole = float(round(scaled))
        return whole / scale if decimals > 0 else whole * scale

    return to_out(unary(one, input, input.dtype, input.dtype), out, input)


add_in_place_methods("round")


def _asked(name: str, one: One) -> None:
    """A question with yes or no for an answer."""

    def call(input: Tensor) -> Tensor:
        _require_tensor(name, input)
        return unary(one, input, input.dtype, _dtypes.bool_)

    call.__name__ = name
    both(call)


_asked("isnan", lambda v: v != v)
_asked("isinf", lambda v: type(v) is float and math.isinf(v))
_asked("isposinf", lambda v: v == math.inf)
_asked("isneginf", lambda v: v == -math.inf)
_asked("isfinite", lambda v: type(v) is not float or math.isfinite(v))
_asked("signbit", lambda v: math.copysign(1.0, v) < 0)


@both
def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """True where an element is zero."""
    return to_out(unary(lambda v: not v, input, _dtypes.bool_, _dtypes.bool_), out, input)


add_in_place_methods("logical_not")


@both
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Every bit turned; truth values too."""
    kind = input.dtype
    if kind.category == FLOAT:
        raise NotImplementedError(f"\"bitwise_not_cpu\" not implemented for '{kind_name(kind)}'")
    one: One = (lambda v: not v) if kind.category == BOOL else (lambda v: ~v)
    return to_out(unary(one, input, kind, kind), out, input)


add_in_place_methods("bitwise_not")


@both
def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """The inverse of ``sigmoid``: the logarithm of x / (1 - x)."""

    def one(value: float) -> float:
        if eps is not None:
            value = min(max(value, eps), 1 - eps) if value == value else value
        if value in (0.0, 1.0):
            return -math.inf if value == 0 else math.inf
        return math.log(value / (1 - value)) if 0 < value < 1 else math.nan

    kind = input.dtype if input.dtype.category == FLOAT else get_default_dtype()
    return unary(one, input, kind, kind)


add_in_place_methods("logit")


@function
def relu_(input: Tensor) -> Tensor:
    """``relu``, written into the tensor itself."""
    return in_place(input, FUNCTIONS["relu"](input))
