"""What operations on elements share: broadcasting, layout of results, ``out=``, in place."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import (
    Size,
    Storage,
    Tensor,
    broadcast_shapes,
    contiguous_strides,
    flat_as,
    is_tensor,
    make,
    stretched,
    write,
)
from ._creation import fill_value
from ._dtypes import dtype, result_type_of
from ._layout import dense_strides, preserve_strides, relaid
from ._registry import METHODS

Pair = Callable[[Any, Any], Any]


def operand(value: Any, shape: tuple[int, ...], count: int, kind: dtype) -> list[Any]:
    """A tensor or a number as a flat list of a shape, in a kind."""
    if not is_tensor(value):
        return [fill_value(value, kind)] * count
    if value.numel() == 1 and count:
        return flat_as(value, kind) * count
    return flat_as(value if value._shape == shape else stretched(value, shape), kind)


def dtype_of(value: Any) -> dtype:
    """Of a tensor or a plain number."""
    return value.dtype if is_tensor(value) else _dtypes.dtype_of_number(value)


def check_operands(*values: Any) -> None:
    """Raises TypeError for what is neither a tensor nor a number."""
    for value in values:
        if not is_tensor(value) and not isinstance(value, (bool, int, float)):
            raise TypeError(
                f"argument 'other' must be Tensor or Number, not {type(value).__name__}"
            )


def shape_of(value: Any) -> tuple[int, ...]:
    return value._shape if is_tensor(value) else ()


def binary(pair: Pair, one: Any, other: Any, work: dtype, result: dtype) -> Tensor:
    """``pair`` on every two elements, both made ``work`` first, and what comes ``result``."""
    shape = broadcast_shapes(shape_of(one), shape_of(other))
    count = math.prod(shape)
    left, right = (operand(value, shape, count, work) for value in (one, other))
    made = make(result.fit(list(map(pair, left, right))), shape, result)
    return laid_out(made, one, other)


def laid_out(made: Tensor, *operands: Any) -> Tensor:
    """Results lie in memory as their operands do, where those agree; see ``dense_strides``."""
    tensors = [value for value in operands if is_tensor(value)]
    if not made.numel() or all(
        value._shape == made._shape and value.is_contiguous() for value in tensors
    ):
        return made
    first = tensors[0]
    if all(t._shape == made._shape and t._strides == first._strides for t in tensors):
        return preserve_strides(made, first)
    layouts = [stretched(value, made._shape)._strides for value in tensors]
    return relaid(made, dense_strides(made._shape, layouts))


def in_place(target: Tensor, made: Tensor) -> Tensor:
    """Write a result into a tensor of the same shape.

    Raises:
        RuntimeError: if the result is larger, or of a kind that the tensor cannot become.
    """
    if made._shape != target._shape:
        raise RuntimeError(
            f"output with shape {list(target._shape)} doesn't match the broadcast shape "
            f"{list(made._shape)}"
        )
    require_castable(made.dtype, target.dtype)
    require_no_overlap(target)
    write(target, flat_as(made, target.dtype))
    return target


def require_castable(source: dtype, target: dtype) -> None:
    if source.category > target.category:
        names = [kind_name(kind) for kind in (source, target)]
        raise RuntimeError(
            f"result type {names[0]} can't be cast to the desired output type {names[1]}"
        )


def kind_name(kind: dtype) -> str:
    names = {"float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16",
             "int64": "Long", "int32": "Int", "int16": "Short", "int8": "Char", "uint8": "Byte",
             "bool": "Bool"}  # fmt: skip
    return names[kind.name]


def require_no_overlap(target: Tensor) -> None:
    """An expanded tensor has one memory for many elements: it must not be written to."""
    if target.numel() and any(
        size > 1 and stride == 0
        for size, stride in zip(target._shape, target._strides, strict=True)
    ):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def to_out(made: Tensor, out: Tensor | None) -> Tensor:
    """Put a result where ``out=`` says."""
    if out is None:
        return made
    require_castable(made.dtype, out.dtype)
    if out._shape != made._shape:
        out._storage = Storage([0] * made.numel())
        out._offset, out._shape = 0, Size(made._shape)
        out._strides = contiguous_strides(made._shape)
    write(out, flat_as(made, out.dtype))
    return out


def kind_of(one: Any, other: Any) -> dtype:
    check_operands(one, other)
    return result_type_of((one, other), is_tensor)


def add_in_place_methods(*names: str) -> None:
    """For each function of a tensor one with an underscore that writes to its first argument."""
    for name in names:
        call = METHODS[name]

        def inner(self: Tensor, *arguments: Any, _call: Any = call, **options: Any) -> Tensor:
            return in_place(self, _call(self, *arguments, **options))

        inner.__name__ = f"{name}_"
        inner.__doc__ = f"``{name}``, written into the tensor itself."
        METHODS[f"{name}_"] = inner
