"""Kinds of numbers: what each can hold, how a value becomes one, and what two of them become.

A tensor here is a flat list of Python numbers, and every number in it is always one that its dtype
can hold: an operation computes with Python's doubles and whole numbers and rounds its result, once
for float32 (which gives what single precision arithmetic gives), twice for the half types (to
float32 and then to half, as torch's CPU kernels do).
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

BOOL, INT, FLOAT = 0, 1, 2  # categories, from the narrowest


class dtype:
    """A kind of number.

    Attributes:
        itemsize: bytes that one takes in torch.
        category: BOOL, INT or FLOAT.
        fit: takes a list of any Python numbers of its category and gives what this dtype holds.
        bits: of a whole number, 0 for others.
    """

    __slots__ = ("bits", "category", "fit", "is_signed", "itemsize", "name")

    def __init__(
        self,
        name: str,
        itemsize: int,
        category: int,
        fit: Callable[[list[Any]], list[Any]],
        is_signed: bool = True,
    ) -> None:
        self.name, self.itemsize, self.category = name, itemsize, category
        self.fit, self.is_signed = fit, is_signed
        self.bits = 8 * itemsize if category == INT else 0

    @property
    def is_floating_point(self) -> bool:
        return self.category == FLOAT

    @property
    def is_complex(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name


def _fit_bool(values: list[Any]) -> list[Any]:
    return [value != 0 for value in values]  # NaN is true


def _whole(bits: int, is_signed: bool) -> Callable[[list[Any]], list[Any]]:
    low = -(1 << (bits - 1)) if is_signed else 0
    high = low + (1 << bits) - 1
    span = 1 << bits

    def fit(values: list[Any]) -> list[Any]:
        if not values or (low <= min(values) and max(values) <= high):
            return values
        return [(value - low) % span + low for value in values]  # it overflows as in C

    return fit


def _fit_double(values: list[Any]) -> list[Any]:
    return values


def _fit_float(values: list[Any]) -> list[Any]:
    form = f"{len(values)}f"
    try:
        return list(struct.unpack(form, struct.pack(form, *values)))
    except OverflowError:  # more than the largest: that is infinity
        return array("f", values).tolist()


def _fit_half(values: list[Any]) -> list[Any]:
    values = array("f", values).tolist()
    try:
        return list(struct.unpack(f"{len(values)}e", struct.pack(f"{len(values)}e", *values)))
    except OverflowError:
        return [_one_half(value) for value in values]


def _one_half(value: float) -> float:
    try:
        half: float = struct.unpack("e", struct.pack("e", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return half


def _fit_bfloat(values: list[Any]) -> list[Any]:
    """The upper half of a float32, rounded to even; NaN stays NaN."""
    singles = array("f", values)
    bits = array("I", singles.tobytes())
    for place, word in enumerate(bits):
        if word & 0x7FFFFFFF <= 0x7F800000:
            bits[place] = (word + 0x7FFF + (word >> 16 & 1)) & 0xFFFF0000
    return array("f", bits.tobytes()).tolist()


bool_ = dtype("bool", 1, BOOL, _fit_bool, is_signed=False)
uint8 = dtype("uint8", 1, INT, _whole(8, False), is_signed=False)
int8 = dtype("int8", 1, INT, _whole(8, True))
int16 = dtype("int16", 2, INT, _whole(16, True))
int32 = dtype("int32", 4, INT, _whole(32, True))
int64 = dtype("int64", 8, INT, _whole(64, True))
float16 = dtype("float16", 2, FLOAT, _fit_half)
bfloat16 = dtype("bfloat16", 2, FLOAT, _fit_bfloat)
float32 = dtype("float32", 4, FLOAT, _fit_float)
float64 = dtype("float64", 8, FLOAT, _fit_double)

DTYPES = (bool_, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64)
ALIASES = {
    "bool": bool_, "int": int32, "long": int64, "short": int16, "half": float16,
    "float": float32, "double": float64,
}  # fmt: skip

# What torch's messages call them.
_KIND_NAMES = {
    "bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int",
    "int64": "Long", "float16": "Half", "bfloat16": "BFloat16", "float32": "Float",
    "float64": "Double",
}  # fmt: skip


def kind_name(kind: dtype) -> str:
    """``Long`` for int64, ``Float`` for float32: as torch's messages call a dtype."""
    return _KIND_NAMES[kind.name]


def unwritten(kind: dtype) -> Any:
    """What new memory holds: nothing that would be right by luck. It is what torch fills it with
    under ``torch.use_deterministic_algorithms``: NaN, or the largest number."""
    if kind.category == FLOAT:
        return float("nan")
    return (1 << (kind.bits - kind.is_signed)) - 1 if kind.category == INT else True


_default = float32


def get_default_dtype() -> dtype:
    """What floats become where nobody says."""
    return _default


def set_default_dtype(d: dtype) -> None:
    """Let floats become another kind.

    Raises:
        TypeError: for a kind that is not floating point.
    """
    global _default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d


def convert(values: list[Any], source: dtype, target: dtype) -> list[Any]:
    """Numbers of one kind as numbers of another; may be the same list."""
    if source is target:
        return values
    if target.category == BOOL:
        return _fit_bool(values)
    if target.category == INT:
        if source.category == FLOAT:
            cut = _truncate_to_int if target.bits == 32 else _truncate
            return target.fit([cut(value) for value in values])
        if source.category == BOOL:
            return [int(value) for value in values]
        return target.fit(values)
    if source.category != FLOAT:
        values = [float(value) for value in values]
    return target.fit(values)


def _truncate(value: float) -> int:
    """As C's cast to a 64-bit number on the machines that torch runs on."""
    if -9.2e18 < value < 9.2e18:
        return int(value)
    return -(1 << 63)


def _truncate_to_int(value: float) -> int:
    """As C's cast to a 32-bit number there."""
    return int(value) if -2147483649.0 < value < 2147483648.0 else -(1 << 31)


def fused(values: Iterable[float], factor: float, summand: float) -> list[float]:
    """value * factor + summand of doubles, rounded once."""
    if factor == 1 or summand == 0 or not (math.isfinite(factor) and math.isfinite(summand)):
        return [value * factor + summand for value in values]
    exact, more = Fraction(factor), Fraction(summand)
    return [float(Fraction(value) * exact + more) for value in values]


def promote_types(one: dtype, other: dtype) -> dtype:
    """The smallest kind that both kinds may become."""
    if one is other:
        return one
    if one.category != other.category:
        return one if one.category > other.category else other
    if one.category == FLOAT:
        if one.itemsize == other.itemsize:  # the two half types
            return float32
        return one if one.itemsize > other.itemsize else other
    narrow, wide = sorted((one, other), key=lambda d: (d.itemsize, d.is_signed))
    if narrow is uint8 and wide is int8:
        return int16
    return wide


def combine(higher: dtype | None, lower: dtype | None) -> dtype | None:
    """A kind of a higher priority with one of a lower: the lower only counts by category."""
    if higher is None or lower is None:
        return higher or lower
    if higher.category >= lower.category and higher.category != BOOL:
        return higher
    return promote_types(higher, lower)


def dtype_of_number(value: Any) -> dtype:
    """What a Python number is, where it stands beside tensors."""
    if isinstance(value, bool):
        return bool_
    return int64 if isinstance(value, int) else _default


def result_type_of(operands: Iterable[Any], is_tensor: Callable[[Any], bool]) -> dtype:
    """Tensors with dimensions decide; then those without; then plain numbers."""
    levels: list[dtype | None] = [None, None, None]
    for operand in operands:
        if is_tensor(operand):
            level, kind = (0 if operand.ndim else 1), operand.dtype
        else:
            level, kind = 2, dtype_of_number(operand)
        known = levels[level]
        levels[level] = kind if known is None else promote_types(known, kind)
    found = combine(combine(levels[0], levels[1]), levels[2])
    assert found is not None, "no operand"
    return found
