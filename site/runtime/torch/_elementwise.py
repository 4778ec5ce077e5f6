"""What operations on elements share: operands, broadcasting, the layout of results, in place."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ._core import Tensor, broadcast_shapes, flat_as, is_tensor, make, stretched, view
from ._creation import fill_value
from ._dtypes import dtype, result_type_of
from ._dtypes import kind_name as kind_name
from ._layout import dense_strides, is_dense, lies_so, plain_strides, relaid
from ._registry import METHODS
from ._writing import in_place as in_place
from ._writing import require_no_overlap as require_no_overlap
from ._writing import to_out as to_out

Pair = Callable[[Any, Any], Any]


def operand(value: Any, shape: tuple[int, ...], count: int, kind: dtype) -> list[Any]:
    """A tensor or a number as a flat list of a shape, in a kind."""
    if not is_tensor(value):
        return [fill_value(value, kind)] * count
    own = math.prod(value._shape)
    if own == count:  # more dimensions of size 1 leave the order as it is
        return flat_as(value, kind)
    return flat_as(value, kind) * count if own == 1 else flat_as(stretched(value, shape), kind)


def check_operands(*values: Any) -> None:
    """Raises TypeError for what is neither a tensor nor a number."""
    for value in values:
        if not is_tensor(value) and not isinstance(value, (bool, int, float)):
            raise TypeError(f"argument 'other' must be Tensor, not {type(value).__name__}")


def shape_of(value: Any) -> tuple[int, ...]:
    """Of a tensor; a number has no dimensions."""
    return value._shape if is_tensor(value) else ()


def binary(pair: Pair, one: Any, other: Any, work: dtype, result: dtype) -> Tensor:
    """``pair`` on every two elements, both made ``work`` first, and what comes ``result``."""
    first, second = shape_of(one), shape_of(other)
    shape = first if first == second else broadcast_shapes(first, second)
    count = math.prod(shape)
    left, right = operand(one, shape, count, work), operand(other, shape, count, work)
    made = make(result.fit(list(map(pair, left, right))), shape, result)
    return laid_out(made, one, other, work=work)


def laid_out(made: Tensor, *operands: Any, work: dtype | None = None) -> Tensor:
    """Results lie in memory as their operands do, where those agree; see ``dense_strides``.

    Args:
        work: the dtype that operands of another one are converted to first: then without gaps.
    """
    shape, tensors = made._shape, [value for value in operands if is_tensor(value)]
    if not made.numel() or all(t._strides == made._strides and t._shape == shape for t in tensors):
        return made
    as_it_is = [work is None or t.dtype is work for t in tensors]
    layouts = [(t._shape, t._strides, stays) for t, stays in zip(tensors, as_it_is, strict=True)]
    key = (shape, len(operands), *layouts)
    strides = _known_strides.get(key)
    if strides is None:
        pairs = zip(tensors, as_it_is, strict=True)
        looks = [t if stays else _converted_look(t) for t, stays in pairs]
        if len(_known_strides) == _MOST_KNOWN:
            _known_strides.clear()
        strides = _strides_of(shape, looks, len(tensors) == len(operands))
        _known_strides[key] = strides
    return relaid(made, strides)


_MOST_KNOWN = 4096
_known_strides: dict[Any, Sequence[int]] = {}  # of results, by how their operands lay


def _strides_of(
    shape: tuple[int, ...], tensors: list[Tensor], are_all_tensors: bool
) -> Sequence[int]:
    """The strides of a result of this shape that is made of these tensors, and maybe numbers."""
    if are_all_tensors and all(t._shape == shape for t in tensors):
        for strides in plain_strides(shape):
            if all(lies_so(t, strides) for t in tensors):
                return strides
        first = tensors[0]
        if all(t._strides == first._strides for t in tensors) and is_dense(first):
            return first._strides
    return dense_strides(shape, [_strides_in(shape, t) for t in tensors])


def _converted_look(tensor: Tensor) -> Tensor:
    """How it lies when it is converted to another dtype; never to be read from."""
    if is_dense(tensor):
        return tensor
    return view(tensor, tensor._shape, dense_strides(tensor._shape, [tensor._strides]), 0)


def _strides_in(shape: tuple[int, ...], tensor: Tensor) -> list[int]:
    """Its strides in a shape that it broadcasts to: 0 where it is stretched."""
    missing = len(shape) - tensor.ndim
    pairs = zip(tensor._shape, tensor._strides, shape[missing:], strict=True)
    return [0] * missing + [0 if size != wanted else stride for size, stride, wanted in pairs]


def kind_of(one: Any, other: Any, numbers: str = "both") -> dtype:
    """The dtype in which an operation on two operands works.

    Args:
        numbers: which of them may be plain numbers: "none", the "second", "either" one or "both".

    Raises:
        TypeError: for other numbers, and for what is neither tensor nor number.
    """
    if type(one) is type(other) is Tensor and one.dtype is other.dtype:
        return one.dtype
    require_operands(one, other, numbers)
    return result_type_of((one, other), is_tensor)


def require_operands(one: Any, other: Any, numbers: str = "both") -> None:
    """Raises TypeError for what ``kind_of`` does not take."""
    check_operands(one, other)
    tensors = (is_tensor(one), is_tensor(other))
    if all(tensors) or numbers == "both":
        return
    if not tensors[0] and not (numbers == "either" and tensors[1]):
        raise TypeError(f"argument 'input' must be Tensor, not {type(one).__name__}")
    if not tensors[1] and numbers == "none":
        raise TypeError(f"argument 'other' must be Tensor, not {type(other).__name__}")


def add_in_place_methods(*names: str) -> None:
    """For each function of a tensor one with an underscore that writes to its first argument."""
    for name in names:
        call = METHODS[name]

        def inner(self: Tensor, *arguments: Any, _call: Any = call, **options: Any) -> Tensor:
            made = _call(self, *arguments, **options)
            return in_place(self, made, *arguments, *options.values())

        inner.__name__ = f"{name}_"
        inner.__doc__ = f"``{name}``, written into the tensor itself."
        METHODS[f"{name}_"] = inner
