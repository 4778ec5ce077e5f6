"""Checks of arguments that several modules make."""

from __future__ import annotations

from typing import Any

from . import _dtypes
from ._core import Tensor, is_tensor
from ._elementwise import kind_name as kind_name
from ._given import int_list, int_tuple, missing
from ._given import scalar as scalar
from ._writing import require_no_overlap, resize_out, to_out
from ._writing import require_separate as require_separate


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


def spread_ints(
    name: str, argument: str, values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[int, ...]:
    """What a method was given as ``f(0, 1)``, as ``f((0, 1))`` or as ``f(argument=(0, 1))``."""
    if argument in named and not values:
        return int_tuple(name, argument, named[argument], position=None)
    if not values:
        raise missing(name, argument)
    return int_list(name, argument, values)


def not_implemented(name: str, tensor: Tensor) -> NotImplementedError:
    """The error of a kernel that does not exist for a dtype."""
    return NotImplementedError(f"\"{name}\" not implemented for '{kind_name(tensor.dtype)}'")


def is_index(tensor: Tensor) -> bool:
    """Whether it holds numbers of a kind that may be used as places."""
    return tensor.dtype in (_dtypes.int32, _dtypes.int64)


def require_writable(target: Tensor) -> None:
    """As ``require_no_overlap``; but where there is nothing to write, nothing can overlap."""
    if target.numel():
        require_no_overlap(target)


def exact_out(made: Tensor, out: Tensor | None, *sources: Any) -> Tensor:
    """Put a result where ``out=`` says: into a tensor of its dtype that is not read from."""
    if out is None:
        return made
    if out.dtype is not made.dtype:
        raise RuntimeError(
            f"Expected out tensor to have dtype {made.dtype.name}, but got {out.dtype.name} instead"
        )
    require_writable(out)
    resize_out(out, made._shape)
    require_separate(out, *sources)
    return to_out(made, out)
