"""Checks of arguments that several modules make."""

from __future__ import annotations

import math
from operator import index as whole
from typing import Any

from . import _dtypes
from ._core import Tensor, is_tensor
from ._dtypes import FLOAT, INT, convert, dtype, dtype_of_number, float64
from ._elementwise import kind_name as kind_name
from ._elementwise import require_no_overlap, to_out


def given_tensors(name: str, tensors: Any) -> list[Tensor]:
    """The argument that has to be a list or a tuple of tensors.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
            f"{type(tensors).__name__}"
        )
    for place, tensor in enumerate(tensors):
        if not is_tensor(tensor):
            raise TypeError(
                f"expected Tensor as element {place} in argument 0, but got {type(tensor).__name__}"
            )
    return list(tensors)


def given_ints(name: str, argument: str, values: Any) -> list[int]:
    """The argument of a function that has to be a list or a tuple: one number is not enough.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(values, (list, tuple)):
        raise TypeError(
            f"{name}(): argument '{argument}' (position 2) must be tuple of ints, not "
            f"{type(values).__name__}"
        )
    return [whole(value) for value in values]


def spread_ints(argument: str, values: tuple[Any, ...], named: dict[str, Any]) -> list[int]:
    """What a method was given as ``f(0, 1)``, as ``f((0, 1))`` or as ``f(argument=(0, 1))``."""
    if argument in named and not values:
        values = (named.pop(argument),)
    if named or not values:
        raise TypeError(f"argument '{argument}' must be tuple of ints")
    if len(values) == 1 and isinstance(values[0], (list, tuple)):
        values = tuple(values[0])
    return [whole(value) for value in values]


def not_implemented(name: str, tensor: Tensor) -> NotImplementedError:
    """The error of a kernel that does not exist for a dtype."""
    return NotImplementedError(f"\"{name}\" not implemented for '{kind_name(tensor.dtype)}'")


def is_index(tensor: Tensor) -> bool:
    """Whether it holds numbers of a kind that may be used as places."""
    return tensor.dtype in (_dtypes.int32, _dtypes.int64)


def _is_dense(tensor: Tensor) -> bool:
    """Whether it fills a stretch of memory without gaps, in some order of its dimensions."""
    step = 1
    for stride, size in sorted(zip(tensor._strides, tensor._shape, strict=True)):
        if size != 1:
            if stride != step:
                return False
            step *= size
    return True


def require_writable(target: Tensor) -> None:
    """As ``require_no_overlap``; but where there is nothing to write, nothing can overlap."""
    if target.numel():
        require_no_overlap(target)


def require_separate(target: Tensor, *sources: Any, may_be_same: bool = False) -> None:
    """What is written must not be read at the same time.

    Raises:
        RuntimeError: if the target shares elements with a source; as in torch, only what fills a
            stretch of memory is looked at. Some operations take the very same elements.
    """
    for source in sources:
        if not is_tensor(source) or source._storage is not target._storage:
            continue
        one, other = (range(t._offset, t._offset + t.numel()) for t in (source, target))
        same = one == other and source._strides == target._strides
        meet = len(one) and len(other) and one[0] <= other[-1] and other[0] <= one[-1]
        if same and may_be_same:
            continue
        if source is target or (meet and _is_dense(source) and _is_dense(target)):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def exact_out(made: Tensor, out: Tensor | None, *sources: Any) -> Tensor:
    """Put a result where ``out=`` says: into a tensor of its dtype that is not read from."""
    if out is None:
        return made
    if out.dtype is not made.dtype:
        raise RuntimeError(
            f"Expected out tensor to have dtype {made.dtype.name}, but got {out.dtype.name} instead"
        )
    require_writable(out)
    require_separate(out, *sources)
    return to_out(made, out)


_C_NAMES = {"float16": "c10::Half", "bfloat16": "c10::BFloat16", "float32": "float", "int32": "int"}

_HIGHEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": 3.4028234663852886e38}


def scalar(value: Any, kind: dtype, halves_overflow: bool = False) -> Any:
    """A number, which may be in a tensor without dimensions, as a dtype holds it.

    Args:
        halves_overflow: whether the half types take a number beyond their range as infinite.

    Raises:
        RuntimeError: for a number that is out of its range.
        TypeError: for what is no number.
    """
    if is_tensor(value):
        value = value.item()
    if not isinstance(value, (bool, int, float)):
        raise TypeError(f"argument 'value' must be Number, not {type(value).__name__}")
    # Python's numbers are double: not the default dtype, or nothing would be rounded.
    source = float64 if isinstance(value, float) else dtype_of_number(value)
    if kind.category == FLOAT:
        lost = math.isfinite(value) and abs(value) > _HIGHEST.get(kind.name, math.inf)
    else:
        span = 1 << kind.bits
        highest = span // 2 - 1 if kind.is_signed else span - 1
        # A whole number may also say how far from the end of an unsigned range it is.
        lowest = -span // 2 if kind.is_signed else 0 if isinstance(value, float) else 1 - span
        lost = kind.category == INT and not lowest <= value <= highest
    if lost and not (halves_overflow and kind.category == FLOAT and kind.itemsize == 2):
        name = _C_NAMES.get(kind.name, f"{kind.name}_t")
        raise RuntimeError(f"value cannot be converted to type {name} without overflow")
    return convert([value], source, kind)[0]
