"""Elements kept within limits, and numbers in the place of NaN and infinities."""

from __future__ import annotations

import math
from typing import Any

from ._core import Tensor, flat, is_tensor, make
from ._creation import cast
from ._dtypes import FLOAT, result_type_of
from ._elementwise import add_in_place_methods, binary, laid_out, to_out
from ._limits import finfo
from ._registry import alias, both
from ._unary import unary


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
    return to_out(made if made is not input else unary(lambda v: v, input, kind, kind), out, input)


alias("clip", clamp)
add_in_place_methods("clamp", "clip")


@both
def clamp_min(input: Tensor, min: Any) -> Tensor:
    """Not below a limit."""
    return clamp(input, min=min)


@both
def clamp_max(input: Tensor, max: Any) -> Tensor:
    """Not above a limit."""
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
    most = finfo(kind).max
    high, low = most if posinf is None else posinf, -most if neginf is None else neginf

    def one(value: float) -> float:
        if value != value:
            return nan
        return high if value == math.inf else low if value == -math.inf else value

    return unary(one, input, kind, kind)


add_in_place_methods("nan_to_num")
