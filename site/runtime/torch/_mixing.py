"""Three operands, element by element: a weighted mean, and a product or quotient that is added."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, broadcast_shapes, flat, is_tensor, make
from ._dtypes import result_type_of
from ._elementwise import add_in_place_methods, binary, laid_out, operand
from ._registry import METHODS, both


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
    return laid_out(make(kind.fit(values), shape, kind), input, end, weight)


add_in_place_methods("lerp")


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
        return laid_out(make(kind.fit(values), shape, kind), input, tensor1, tensor2)

    call.__name__ = name
    both(call)
    add_in_place_methods(name)


_ternary("addcmul", lambda a, b, c, value: a + value * b * c)
_ternary("addcdiv", lambda a, b, c, value: a + value * (b / c if c else math.nan))
