"""One tensor, element by element: rounding, powers, exponentials, angles, signs, limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, broadcast_shapes, flat, flat_as, is_tensor, make
from ._creation import cast
from ._dtypes import BOOL, FLOAT, dtype, get_default_dtype, result_type_of
from ._elementwise import (
    add_in_place_methods,
    binary,
    in_place,
    kind_name,
    laid_out,
    operand,
    to_out,
)
from ._registry import FUNCTIONS, METHODS, alias, both, function

One = Callable[[Any], Any]


def unary(one: One, input: Tensor, work: dtype, result: dtype) -> Tensor:
    """``one`` on each element as ``work``; what comes is fitted to ``result``."""
    values = result.fit(list(map(one, flat_as(input, work))))
    return laid_out(make(values, input._shape, result), input)


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
        return to_out(unary(safe, input, kind, kind), out)

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
    ("exp2", _exp2, "special_exp2"), ("expm1", _expm1, "special_expm1"), ("log", _log),
    ("log2", _log2), ("log10", _log10), ("log1p", _log1p, "special_log1p"), ("sin", math.sin),
    ("cos", math.cos), ("tan", math.tan), ("asin", math.asin, "arcsin"),
    ("acos", math.acos, "arccos"), ("atan", math.atan, "arctan"), ("sinh", _sinh),
    ("cosh", math.cosh), ("tanh", math.tanh), ("asinh", math.asinh, "arcsinh"),
    ("acosh", math.acosh, "arccosh"), ("atanh", _atanh, "arctanh"), ("erf", math.erf),
    ("erfc", math.erfc), ("lgamma", _gamma), ("sigmoid", _sigmoid), ("deg2rad", math.radians),
    ("rad2deg", math.degrees),
):  # fmt: skip
    _floating(_name, _one, *_more)
alias("special_erf", FUNCTIONS["erf"], on_tensor=False)
alias("special_expit", FUNCTIONS["sigmoid"], on_tensor=False)


def _same_kind(name: str, one: One, *names: str, refuses_bool: str = "") -> None:
    """A function whose result is of the tensor's own dtype."""

    def call(input: Tensor, *, out: Tensor | None = None) -> Tensor:
        _require_tensor(name, input)
        if refuses_bool and input.dtype.category == BOOL:
            raise RuntimeError(refuses_bool)
        return to_out(unary(one, input, input.dtype, input.dtype), out)

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
    return FUNCTIONS["pow"](input, 2, out=out)


add_in_place_methods("square")


@both
def positive(input: Tensor) -> Tensor:
    if input.dtype.category == BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@both
def round_(input: Tensor, *, decimals: int = 0, out: Tensor | None = None) -> Tensor:
    """To the nearest whole number, halves to the even one."""
    if not decimals:
        return to_out(unary(_whole(round), input, input.dtype, input.dtype), out)
    scale = 10.0 ** abs(decimals)
    fit = input.dtype.fit

    def one(value: float) -> float:
        scaled = fit([value * scale if decimals > 0 else value / scale])[0]
        if not math.isfinite(scaled):
            return scaled if decimals > 0 else value
        whole = float(round(scaled))
        return whole / scale if decimals > 0 else whole * scale

    return to_out(unary(one, input, input.dtype, input.dtype), out)


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
    return to_out(unary(lambda v: not v, input, _dtypes.bool_, _dtypes.bool_), out)


add_in_place_methods("logical_not")


@both
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    kind = input.dtype
    if kind.category == FLOAT:
        raise NotImplementedError(f"\"bitwise_not_cpu\" not implemented for '{kind_name(kind)}'")
    one: One = (lambda v: not v) if kind.category == BOOL else (lambda v: ~v)
    return to_out(unary(one, input, kind, kind), out)


add_in_place_methods("bitwise_not")
METHODS["__invert__"] = bitwise_not
METHODS["__neg__"] = FUNCTIONS["neg"]
METHODS["__pos__"] = positive
METHODS["__abs__"] = FUNCTIONS["abs"]


@both
def clamp(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Not below min, then not above max; NaN stays."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    given = [value for value in (input, min, max) if value is not None]
    kind = result_type_of(given, is_tensor)
    made = cast(input, kind)
    if min is not None:
        made = binary(lambda v, low: v if v != v or v > low else low, made, min, kind, kind)
    if max is not None:
        made = binary(lambda v, high: v if v != v or v < high else high, made, max, kind, kind)
    return to_out(made if made is not input else unary(lambda v: v, input, kind, kind), out)


alias("clip", clamp)
add_in_place_methods("clamp", "clip")


@both
def clamp_min(input: Tensor, min: Any) -> Tensor:
    return clamp(input, min=min)


@both
def clamp_max(input: Tensor, max: Any) -> Tensor:
    return clamp(input, max=max)


add_in_place_methods("clamp_min", "clamp_max")


@both
def nan_to_num(
    input: Tensor, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """Numbers in the place of NaN and of the infinities: 0 and the largest ones."""
    kind = input.dtype
    if kind.category != FLOAT:
        return laid_out(make(flat(input), input._shape, kind), input)
    most = LARGEST[kind.name]
    high, low = most if posinf is None else posinf, -most if neginf is None else neginf

    def one(value: float) -> float:
        if value != value:
            return nan
        return high if value == math.inf else low if value == -math.inf else value

    return unary(one, input, kind, kind)


LARGEST = {
    "float16": 65504.0,
    "bfloat16": 3.3895313892515355e38,
    "float32": 3.4028234663852886e38,
    "float64": 1.7976931348623157e308,
}
add_in_place_methods("nan_to_num")


@both
def logit(input: Tensor, eps: float | None = None) -> Tensor:
    def one(value: float) -> float:
        if eps is not None:
            value = min(max(value, eps), 1 - eps) if value == value else value
        if value in (0.0, 1.0):
            return -math.inf if value == 0 else math.inf
        return math.log(value / (1 - value)) if 0 < value < 1 else math.nan

    kind = input.dtype if input.dtype.category == FLOAT else get_default_dtype()
    return unary(one, input, kind, kind)


@both
def lerp(input: Tensor, end: Tensor, weight: Any) -> Tensor:
    """From input to end by a weight."""
    if input.dtype is not end.dtype:
        raise RuntimeError(f"expected dtype {input.dtype} for `end` but got dtype {end.dtype}")
    shape = broadcast_shapes(*(v._shape for v in (input, end, weight) if is_tensor(v)))
    count, kind = math.prod(shape), input.dtype
    work = kind if is_tensor(weight) else _dtypes.float64
    weights = operand(weight, shape, count, work)
    columns = (operand(input, shape, count, kind), operand(end, shape, count, kind), weights)
    values = [
        a + w * (b - a) if abs(w) < 0.5 else b - (b - a) * (1 - w)
        for a, b, w in zip(*columns, strict=True)
    ]
    return laid_out(make(kind.fit(values), shape, kind), input)


def _ternary(name: str, combine: Callable[[Any, Any, Any, Any], Any]) -> None:
    def call(input: Tensor, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Tensor:
        kind = result_type_of((input, tensor1, tensor2), is_tensor)
        shape = broadcast_shapes(*(v._shape for v in (input, tensor1, tensor2) if is_tensor(v)))
        zero = make([kind.fit([0])[0]], (1,) * len(shape), kind)
        filled = [
            binary(lambda a, b: a + b, v, zero, kind, kind) for v in (input, tensor1, tensor2)
        ]
        one, two, three = (
            flat(v if v._shape == shape else METHODS["expand"](v, *shape)) for v in filled
        )
        values = [combine(a, b, c, value) for a, b, c in zip(one, two, three, strict=True)]
        return laid_out(make(kind.fit(values), shape, kind), input)

    call.__name__ = name
    both(call)
    add_in_place_methods(name)


_ternary("addcmul", lambda a, b, c, value: a + value * b * c)
_ternary("addcdiv", lambda a, b, c, value: a + value * (b / c if c else math.nan))


@function
def relu_(input: Tensor) -> Tensor:
    return in_place(input, FUNCTIONS["relu"](input))
