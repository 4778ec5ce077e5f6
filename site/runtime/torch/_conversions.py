"""Tensors where Python wants one of its own values: in conditions, as numbers, as indices."""

from __future__ import annotations

from typing import Any

from ._core import Tensor, flat, is_tensor
from ._dtypes import FLOAT
from ._registry import METHODS


def _as_bool(self: Tensor) -> bool:
    if self.numel() == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    if self.numel() > 1:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    return bool(flat(self)[0])


def _as_number(self: Tensor) -> Any:
    if self.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return flat(self)[0]


def _as_index(self: Tensor) -> int:
    if self.dtype.category == FLOAT or self.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(flat(self)[0])


def _contains(self: Tensor, element: Any) -> bool:
    if not is_tensor(element) and not isinstance(element, (bool, int, float)):
        raise RuntimeError(
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            f"{type(element)}."
        )
    return any(flat(METHODS["eq"](self, element)))


METHODS["__bool__"] = _as_bool
METHODS["__int__"] = lambda self: int(_as_number(self))
METHODS["__float__"] = lambda self: float(_as_number(self))
METHODS["__index__"] = _as_index
METHODS["__contains__"] = _contains
