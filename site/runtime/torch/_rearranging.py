"""The same elements in another order; triangles and diagonals of matrices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import index as whole
from typing import Any

from . import _dtypes
from ._checks import exact_out, kind_name, spread_ints
from ._core import Tensor, flat, make, view, wrap_dim, write
from ._creation import fill_value
from ._given import int_tuple
from ._layout import preserve_strides
from ._pieces import diagonal as diagonal_view
from ._registry import FUNCTIONS, alias, both, function
from ._views import reshape, sliced, transpose


def _flipped(input: Tensor, dims: Iterable[int]) -> Tensor:
    """A view may not walk backwards in torch; this one is only made to be read from."""
    shape, strides, offset = input._shape, list(input._strides), input._offset
    seen: set[int] = set()
    for dim in dims:
        at = wrap_dim(dim, input.ndim)
        if at in seen:
            raise RuntimeError(f"dim {at} appears multiple times in the list of dims")
        seen.add(at)
        if shape:
            offset += (shape[at] - 1) * strides[at]
            strides[at] = -strides[at]
    backwards = view(input, shape, strides, offset)
    values = [] if 0 in shape else flat(backwards)
    return preserve_strides(make(values, shape, input.dtype), input)


@function
def flip(input: Tensor, dims: Any) -> Tensor:
    """A copy in which the named dimensions run backwards."""
    return _flipped(input, int_tuple("flip", "dims", dims, 2))


def _flip(self: Tensor, *dims: Any, **named: Any) -> Tensor:
    return _flipped(self, spread_ints("flip", "dims", dims, named))


alias("flip", _flip, on_torch=False)


@both
def fliplr(input: Tensor) -> Tensor:
    """The columns of matrices backwards."""
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return _flipped(input, (1,))


@both
def flipud(input: Tensor) -> Tensor:
    """The rows backwards."""
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return _flipped(input, (0,))


@both
def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """What leaves a dimension at its end comes in again at its start."""
    moves, along = (
        [whole(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
        for given in (shifts, dims)
    )
    if not moves:
        raise RuntimeError("`shifts` required")
    if not along and len(moves) == 1:
        return reshape(roll(reshape(input, -1), moves[0], 0), input._shape)
    if len(moves) != len(along):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(moves)}, dims:{len(along)}"
        )
    made = input
    for move, dim in zip(moves, along, strict=True):
        made = _rolled(made, move, dim)
    return made


def _rolled(input: Tensor, move: int, dim: int) -> Tensor:
    """Along one dimension: its end, and its start behind it."""
    at = wrap_dim(dim, input.ndim)
    if input.numel() == 0:
        return preserve_strides(make([], input._shape, input.dtype), input)
    if input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    size = input._shape[at]
    cut = -move % size
    parts = [sliced(input, at, cut, size, 1), sliced(input, at, 0, cut, 1)]
    made: Tensor = FUNCTIONS["cat"](parts, at)
    return made


@both
def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """Quarter turns from the first of two dimensions towards the second."""
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    one, other = (wrap_dim(dim, input.ndim) for dim in dims)
    if one == other:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    turns = whole(k) % 4
    if turns == 2:
        return _flipped(input, (one, other))
    if turns == 0:
        return make(flat(input), input._shape, input.dtype)
    return transpose(_flipped(input, (other if turns == 1 else one,)), one, other)


def _triangle(input: Tensor, diagonal: int, keeps_lower: bool, name: str) -> list[Any]:
    """The elements of matrices, with zeros on one side of a diagonal."""
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    rows, columns = input._shape[-2:]
    values, zero = flat(input), fill_value(0, input.dtype)
    first = whole(diagonal) + (1 if keeps_lower else 0)  # the column at which row 0 is cut
    for place, start in enumerate(range(0, len(values), columns or 1)):
        cut = min(max(first + place % rows, 0), columns)
        low, high = (start + cut, start + columns) if keeps_lower else (start, start + cut)
        values[low:high] = [zero] * (high - low)
    return values


def _offer_triangle(name: str, keeps_lower: bool) -> None:
    def call(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
        values = _triangle(input, diagonal, keeps_lower, name)
        return exact_out(make(values, input._shape, input.dtype), out)

    def in_place(self: Tensor, diagonal: int = 0) -> Tensor:
        write(self, _triangle(self, diagonal, keeps_lower, name))
        return self

    def places(row: int, col: int, offset: int = 0, *, dtype: Any = None, **options: Any) -> Tensor:
        kind = dtype or _dtypes.int64
        for size, what in ((row, "row"), (col, "col")):
            if size < 0:
                raise RuntimeError(f"{what} must be non-negative, got{size}")
        if kind not in (_dtypes.int32, _dtypes.int64):
            raise NotImplementedError(f"\"{name}_indices\" not implemented for '{kind_name(kind)}'")
        found = [
            (i, j)
            for i in range(row)
            for j in range(col)
            if (j - i <= offset if keeps_lower else j - i >= offset)
        ]
        return make([pair[k] for k in (0, 1) for pair in found], (2, len(found)), kind)

    call.__doc__ = f"Matrices with zeros {'above' if keeps_lower else 'below'} a diagonal."
    places.__doc__ = "Rows and columns of the elements of a triangle of a matrix."
    call.__name__, in_place.__name__, places.__name__ = name, f"{name}_", f"{name}_indices"
    alias(name, call)
    alias(f"{name}_", in_place, on_torch=False)
    alias(f"{name}_indices", places, on_tensor=False)


_offer_triangle("tril", True)
_offer_triangle("triu", False)


@both
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Vectors along the last dimension as diagonals of matrices, which are two dimensions."""
    one, other = wrap_dim(dim1, input.ndim + 1), wrap_dim(dim2, input.ndim + 1)
    if one == other:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    size = input._shape[-1] + abs(whole(offset))
    shape = list(input._shape[:-1])
    for dim in sorted((one, other)):
        shape.insert(dim, size)
    made = make([fill_value(0, input.dtype)] * math.prod(shape), shape, input.dtype)
    write(diagonal_view(made, offset, one, other), flat(input))
    return made


@both
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """A matrix with a vector on a diagonal; or a copy of a diagonal of a matrix."""
    if input.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    if input.ndim == 1:
        return exact_out(diag_embed(input, diagonal), out)
    look = diagonal_view(input, diagonal)
    return exact_out(make(flat(look), look._shape, input.dtype), out)


@both
def trace(input: Tensor) -> Tensor:
    """The sum of the diagonal of a matrix."""
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    made: Tensor = FUNCTIONS["sum"](diagonal_view(input))
    return made


@both
def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """A matrix with all the elements on a diagonal."""
    return diag_embed(reshape(input, -1), offset)
