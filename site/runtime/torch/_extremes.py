"""The largest and the smallest elements, and where they are. NaN counts as more than any number,
and as less."""

from __future__ import annotations

import operator
from typing import Any

from . import _dtypes
from ._checks import exact_out
from ._core import Tensor, flat, is_tensor, make
from ._dtypes import BOOL
from ._lanes import return_type
from ._reductions import dims_of, groups, result_shape
from ._registry import FUNCTIONS, both


def best_place(row: list[Any], larger: bool) -> int:
    """The first place of the largest or smallest element; of NaN, where there is one."""
    if any(map(operator.ne, row, row)):
        return next(place for place, value in enumerate(row) if value != value)
    return row.index(max(row) if larger else min(row))


def _require_elements(name: str, input: Tensor, dims: list[int]) -> None:
    if input.numel() == 0 and 0 in (input._shape[dim] for dim in dims):
        dim = next(dim for dim in dims if not input._shape[dim])
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")


def _unspecified(name: str) -> str:
    how = "" if name.startswith("arg") else " Specify the reduction dim with the 'dim' argument."
    return f"{name}(): Expected reduction dim to be specified for input.numel() == 0.{how}"


def _offer_extreme(name: str, larger: bool) -> None:
    """``max`` or ``min``: of all elements, along a dimension, or of two tensors."""

    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None,
        out: Any = None,
    ) -> Any:  # fmt: skip
        if is_tensor(dim) or other is not None:
            pair = (input, dim if other is None else other)
            return FUNCTIONS["maximum" if larger else "minimum"](*pair, out=out)
        if dim is None:
            if input.numel() == 0:
                raise RuntimeError(_unspecified(name))
            values = flat(input)
            return exact_out(make([values[best_place(values, larger)]], (), input.dtype), out)
        dims = dims_of(dim, input.ndim)
        _require_elements(name, input, dims)
        rows, _ = groups(input, dims, input.dtype)
        places = [best_place(row, larger) for row in rows]
        shape = result_shape(input, dims, keepdim)
        best = [row[place] for row, place in zip(rows, places, strict=True)]
        made = [make(best, shape, input.dtype), make(places, shape, _dtypes.int64)]
        if out is not None:
            made = [exact_out(one, to, input) for one, to in zip(made, out, strict=True)]
        return return_type(name)(*made)

    call.__name__ = name
    both(call)


def _offer_place(name: str, larger: bool) -> None:
    """``argmax`` or ``argmin``: where it is, along a dimension or as if the tensor were one row."""

    def call(
        input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None
    ) -> Tensor:
        if input.dtype.category == BOOL:
            raise RuntimeError(f"{name}(): does not support bool input")
        dims = dims_of(dim, input.ndim)
        if dim is None and input.numel() == 0:
            raise IndexError(_unspecified(name))
        _require_elements(name, input, dims)
        rows, _ = groups(input, dims, input.dtype)
        places = [best_place(row, larger) for row in rows]
        return exact_out(make(places, result_shape(input, dims, keepdim), _dtypes.int64), out)

    call.__name__ = name
    both(call)


def _offer_value(name: str, larger: bool) -> None:
    """``amax`` or ``amin``: the value alone, over any number of dimensions."""

    def call(
        input: Tensor, dim: Any = (), keepdim: bool = False, *, out: Tensor | None = None
    ) -> Tensor:
        if dim == () and input.numel() == 0:
            raise RuntimeError(_unspecified(name))
        dims = dims_of(dim, input.ndim)
        _require_elements(name, input, dims)
        rows, _ = groups(input, dims, input.dtype)
        best = [row[best_place(row, larger)] for row in rows]
        return exact_out(make(best, result_shape(input, dims, keepdim), input.dtype), out)

    call.__name__ = name
    both(call)


for _name, _larger in (("max", True), ("min", False)):
    _offer_extreme(_name, _larger)
    _offer_place(f"arg{_name}", _larger)
    _offer_value(f"a{_name}", _larger)


@both
def aminmax(
    input: Tensor, *, dim: int | None = None, keepdim: bool = False, out: Any = None
) -> Any:
    """Both extremes at once."""
    if dim is None and input.numel() == 0:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    every = () if dim is None else dim
    made = [FUNCTIONS[name](input, every, keepdim) for name in ("amin", "amax")]
    if out is not None:
        made = [exact_out(one, to, input) for one, to in zip(made, out, strict=True)]
    return return_type("aminmax", "min max")(*made)
