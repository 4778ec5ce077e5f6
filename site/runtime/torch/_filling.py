"""Fill tensors with random numbers, those that torch's CPU generator gives for the same seed.

Which words of the generator a function takes, how many, and in which order it fills a tensor: that
is how the same seed comes to mean the same numbers. A tensor is filled in the order of its memory,
so a transposed one is filled column by column.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from . import _dtypes
from ._core import Tensor, flat, is_tensor, stretched, view, write
from ._dtypes import (
    BOOL,
    FLOAT,
    bfloat16,
    convert,
    dtype,
    float16,
    float32,
    float64,
    fused,
    int64,
    kind_name,
)
from ._generator import chosen
from ._normal import BLOCK, blocks_in_double, blocks_in_single, one_by_one
from ._registry import method

DIGITS = {float16: 11, bfloat16: 8, float32: 24, float64: 53}  # binary digits of a float
LARGEST = {
    float16: 65504.0, bfloat16: 2.0**127 * (2 - 2.0**-7), float32: 2.0**127 * (2 - 2.0**-23),
    float64: 2.0**1023 * (2 - 2.0**-52),
}  # fmt: skip
C_NAMES = {
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short int",
    "int32": "int", "int64": "long int", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "float32": "float", "float64": "double",
}  # fmt: skip
LONG_FROM = 1 << 28  # whole numbers out of so many or more take two words each


def needs_float(kind: dtype, kernel: str) -> None:
    """The error of torch's kernels for a dtype that they were not made for."""
    if kind.category != FLOAT:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind_name(kind)}'")


def in_memory_order(tensor: Tensor, *others: Tensor) -> list[Tensor]:
    """Views of these tensors, of one shape, whose indices run as the first one's memory does.

    Raises:
        RuntimeError: if elements of the first one share memory.
    """
    shape, strides = tensor._shape, tensor._strides
    if any(size > 1 and not stride for size, stride in zip(shape, strides, strict=True)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
    order = sorted(range(tensor.ndim), key=lambda dim: -strides[dim])
    return [
        view(t, [t._shape[dim] for dim in order], [t._strides[dim] for dim in order], t._offset)
        for t in (tensor, *others)
    ]


def _fill(tensor: Tensor, values: Sequence[Any]) -> Tensor:
    write(in_memory_order(tensor)[0], values)
    return tensor


def _check_bounds(kind: dtype, low: float, high: float, name_of_high: str) -> None:
    if kind.category == FLOAT:
        least, most = -LARGEST[kind], LARGEST[kind]
    else:
        most = 1 if kind.category == BOOL else (1 << (kind.bits - kind.is_signed)) - 1
        least = -most - 1 if kind.is_signed else 0
    for value, name in ((low, "from"), (high, name_of_high)):
        if not least <= value <= most:
            raise RuntimeError(f"{name} is out of bounds for {C_NAMES[kind.name]}")


def _bounds(given: Sequence[Any], named: dict[str, Any], low: Any, high: Any) -> tuple[Any, Any]:
    """``from`` and ``to``: the first is no name that Python lets a parameter have."""
    low = given[0] if given else named.pop("from", low)
    high = given[1] if len(given) > 1 else named.pop("to", high)
    if named or len(given) > 2:
        raise TypeError("received an invalid combination of arguments")
    return low, high


@method
def uniform_(self: Tensor, *bounds: float, generator: Any = None, **named: Any) -> Tensor:
    """Fill with numbers from ``from`` (0) to below ``to`` (1), all as likely.

    A float64 takes two words of the generator, every other float one. A number that rounding would
    make ``to`` becomes ``from``.
    """
    low, high = _bounds(bounds, named, 0.0, 1.0)
    kind = self.dtype
    needs_float(kind, "check_uniform_bounds")
    _check_bounds(kind, low, high, "to")
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )
    if high - low > LARGEST[kind]:
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{kind_name(kind)}>::max(), but "
            f"found to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )
    source, count = chosen(generator), self.numel()
    if kind is float64:
        values = fused(source.doubles(count), high - low, float(low))
    else:
        values = source.singles(count)
        start, end = float32.fit([float(low), float(high)])
        span = float32.fit([end - start])[0]
        if (start, span) != (0, 1):
            values = float32.fit([value * span + start for value in values])
    values = kind.fit(values)
    first, last = kind.fit([float(low), float(high)])
    return _fill(self, [first if value == last else value for value in values])


def normal_values(count: int, mean: float, std: float, kind: dtype, source: Any) -> list[float]:
    """Normal numbers for memory without gaps; see _normal.py for the ways there are.

    Where the count is no multiple of 16, the last 16 are made anew from 16 more uniform numbers.
    """
    if count < BLOCK:
        return kind.fit(one_by_one(source, count, mean, std))
    draw, make = source.singles, blocks_in_single
    if kind is float64:
        draw, make = source.doubles, blocks_in_double
    whole = count - count % BLOCK
    values = make(draw(whole), mean, std)
    if whole < count:
        if kind in (float32, float64):  # the half types do not draw what will be replaced
            values += draw(count - whole)
        values = values[: count - BLOCK] + make(draw(BLOCK), mean, std)
    return kind.fit(values)


@method
def normal_(self: Tensor, mean: float = 0, std: float = 1, *, generator: Any = None) -> Tensor:
    """Fill with normal numbers of this mean and standard deviation."""
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    source, count = chosen(generator), self.numel()
    target = in_memory_order(self)[0]
    if count:
        needs_float(self.dtype, "normal_kernel_cpu")
    if self.is_contiguous():
        write(target, normal_values(count, float(mean), float(std), self.dtype, source))
    else:
        write(target, self.dtype.fit(one_by_one(source, count, float(mean), float(std))))
    return self


@method
def exponential_(self: Tensor, lambd: float = 1, *, generator: Any = None) -> Tensor:
    """Fill with exponential numbers of this rate: -ln(1 - u) / lambd, computed in doubles."""
    kind = self.dtype
    if kind.category != FLOAT:
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {kind_name(kind)}"
        )
    if not lambd > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    scale = -1.0 / lambd
    uniform = chosen(generator).doubles(self.numel())
    return _fill(self, kind.fit([scale * math.log1p(-number) for number in uniform]))


@method
def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Any = None) -> Tensor:
    """Fill with ones of this probability and zeros: one where a uniform number is below p.

    It takes two words for each, but only one where p is a tensor of another dtype than float64.
    """
    source, count = chosen(generator), self.numel()
    if not is_tensor(p):
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        hits = [number < p for number in source.doubles(count)]
        return _fill(self, convert(hits, _dtypes.bool_, self.dtype))
    if any(not 0 <= value <= 1 for value in flat(p)):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.")
    needs_float(p.dtype, "bernoulli_tensor_cpu_p_")
    target, chances = in_memory_order(self, stretched(p, _fits(p, self._shape)))
    uniform = source.doubles(count) if p.dtype is float64 else source.singles(count)
    hits = [number < chance for number, chance in zip(uniform, flat(chances), strict=True)]
    write(target, convert(hits, _dtypes.bool_, self.dtype))
    return self


def _fits(tensor: Tensor, shape: Sequence[int]) -> Sequence[int]:
    """The shape, if the tensor can be stretched to it.

    Raises:
        RuntimeError: if not.
    """
    missing = len(shape) - tensor.ndim
    for dim, size in enumerate(tensor._shape):
        if missing < 0 or size not in (1, shape[missing + dim]):
            raise RuntimeError(
                f"The expanded size of the tensor ({shape[missing + dim] if missing >= 0 else 0}) "
                f"must match the existing size ({size}) at non-singleton dimension "
                f"{missing + dim}.  Target sizes: {list(shape)}.  "
                f"Tensor sizes: {list(tensor._shape)}"
            )
    return shape


def _as_held(number: int, kind: dtype) -> int:
    """A whole number after rounding to a float of this dtype."""
    held: int = convert(convert([number], int64, kind), kind, int64)[0]
    return held


def _shrunk(low: int, high: int | None, kind: dtype) -> tuple[int, int | None]:
    """Bounds moved inwards so that no whole number between them is rounded to one outside."""
    start = _as_held(low + 1, kind)
    if start < low:
        low = start + (1 << (abs(low + 1).bit_length() - DIGITS[kind]))
    if high is not None:
        end = _as_held(high - 1, kind)
        if end >= high:
            high = end - (1 << (abs(high - 1).bit_length() - DIGITS[kind]))
    return low, high


@method
def random_(self: Tensor, *bounds: Any, generator: Any = None, **named: Any) -> Tensor:
    """Fill with whole numbers from ``from`` to below ``to``: remainders of the generator's words.

    Without ``to``, up to the largest of the dtype, of floats to the end of the whole numbers that
    they hold without gaps.
    """
    kind, count, source = self.dtype, self.numel(), chosen(generator)
    if not bounds and not named:
        if kind.category == FLOAT:
            span = (1 << DIGITS[kind]) + 1
        else:
            span = 2 if kind.category == BOOL else 1 << (kind.bits - kind.is_signed)
        words = source.long_words(count) if kind in (int64, float64) else source.words(count)
        return _fill(self, convert([word % span for word in words], int64, kind))
    if len(bounds) == 1 and not named:
        bounds = (0, bounds[0])
    low, high = _bounds(bounds, named, 0, None)
    if any(isinstance(bound, float) for bound in (low, high)):
        raise TypeError("random_() received an invalid combination of arguments")
    if high is not None and low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    if high is None and low == -(1 << 63):
        return _every_long(self, source)
    if kind.category == FLOAT:
        low, high = _shrunk(low, high, kind)
    if high is None:
        if kind.category == FLOAT:
            high = (1 << DIGITS[kind]) + 1
        else:
            high = 2 if kind.category == BOOL else 1 << (kind.bits - kind.is_signed)
    if low >= high:
        raise RuntimeError(
            "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got "
            f"from={low} >= to={high}"
        )
    _check_bounds(kind, low, high - 1, "to - 1")
    span = high - low
    words = source.long_words(count) if span >= LONG_FROM else source.words(count)
    return _fill(self, convert([word % span + low for word in words], int64, kind))


def _every_long(tensor: Tensor, source: Any) -> Tensor:
    """Whole numbers of the whole range that 64 bits have."""
    if tensor.dtype not in (int64, float64, float32, bfloat16):
        raise RuntimeError(
            "random_full_64_bits_range_kernel_cpu handles only int64, double, float and bfloat16"
        )
    words = int64.fit(source.long_words(tensor.numel()))
    return _fill(tensor, convert(words, int64, tensor.dtype))
