"""Methods with an underscore behind that give the tensor itself another look at its memory: the
numbers stay where they are, and other views of them do not change."""

from __future__ import annotations

import functools
from typing import Any

from ._core import Tensor
from ._given import int_list
from ._registry import METHODS, both, method
from ._writing import resize


def take_on(self: Tensor, other: Tensor) -> Tensor:
    """Become the same look at the same memory as another tensor."""
    self._storage, self._offset = other._storage, other._offset
    self._shape, self._strides = other._shape, other._strides
    return self


def _offer_in_place(name: str) -> None:
    make = METHODS[name]

    @functools.wraps(make)
    def call(self: Tensor, *given: Any, **named: Any) -> Tensor:
        return take_on(self, make(self, *given, **named))

    call.__name__ = f"{name}_"
    call.__doc__ = f"``{name}``, of the tensor itself."
    METHODS[f"{name}_"] = call


for _name in (
    "as_strided", "detach", "squeeze", "swapaxes", "swapdims", "t", "transpose", "unsqueeze"
):  # fmt: skip
    _offer_in_place(_name)


@method
def resize_(self: Tensor, *sizes: Any, memory_format: Any = None) -> Tensor:
    """Another shape, row after row, on the memory that it has; more is added where it lacks.

    In new elements is whatever was there; here always NaN, or the largest number.
    """
    wanted = int_list("resize_", "size", sizes)
    if any(size < 0 for size in wanted):
        raise RuntimeError("numel: integer multiplication overflow")
    if wanted != self._shape:
        resize(self, wanted)
    return self


@both
def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
    """``resize_`` to the shape of another tensor."""
    return resize_(input, the_template._shape)


@method
def set_(self: Tensor, source: Tensor) -> Tensor:
    """Look at the memory of another tensor from now on.

    Raises:
        RuntimeError: if its dtype is another one.
    """
    if source.dtype is not self.dtype:
        raise RuntimeError(
            "Could not set tensor of type "
            f"{source.dtype.name} to a tensor of type {self.dtype.name}"
        )
    return take_on(self, source)
