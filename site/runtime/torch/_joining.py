"""Tensors put together, repeated, and taken apart again."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from . import _dtypes
from ._checks import (
    given_tensors,
    is_index,
    not_implemented,
    require_separate,
    require_writable,
    spread_ints,
)
from ._core import Tensor, flat, flat_as, is_tensor, make, stretched, view, wrap_dim
from ._creation import fill_value
from ._dtypes import dtype, result_type_of
from ._elementwise import to_out
from ._given import int_tuple
from ._layout import lies_in_pixels, pixel_strides, relaid
from ._registry import FUNCTIONS, METHODS, alias, both, function, method
from ._views import reshape, unsqueeze


def common_dtype(tensors: Sequence[Tensor]) -> dtype:
    """The dtype that tensors become when they are put together."""
    return result_type_of(tensors, is_tensor)


def _joined(tensors: Sequence[Tensor], dim: int, kind: dtype) -> Tensor:
    """Tensors whose shapes agree but for one dimension, in a row along it."""
    shape = list(tensors[0]._shape)
    shape[dim] = sum(tensor._shape[dim] for tensor in tensors)
    outer, inner = math.prod(shape[:dim]), math.prod(shape[dim + 1 :])
    pieces = [(flat_as(tensor, kind), tensor._shape[dim] * inner) for tensor in tensors]
    values: list[Any] = []
    for place in range(outer):
        for piece, step in pieces:
            values += piece[place * step : (place + 1) * step]
    made = make(values, shape, kind)
    are_pixels = all(lies_in_pixels(tensor) for tensor in tensors)
    return relaid(made, pixel_strides(shape)) if are_pixels else made


@function
def cat(tensors: Any, dim: int = 0, *, out: Tensor | None = None) -> Tensor:
    """Along a dimension that they have; an empty tensor of one dimension fits everywhere."""
    given = given_tensors("cat", tensors)
    if not given:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for place, tensor in enumerate(given):
        if not tensor._shape:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {place}) cannot be concatenated"
            )
    kind = given[0].dtype
    layouts = {(len(tensor._shape), id(tensor.dtype)) for tensor in given}
    if layouts == {(1, id(kind))} and out is None and dim in (0, -1):  # the usual case, made short
        values: list[Any] = []
        for row in given:
            values += flat(row)
        return make(values, (len(values),), kind)
    kind = common_dtype(given)
    parts = [(place, part) for place, part in enumerate(given) if part._shape != (0,)]
    if not parts:
        return to_out(make([], (0,), kind), out)
    first = parts[0][1]
    at = wrap_dim(dim, first.ndim)
    for place, part in parts:
        if part.ndim != first.ndim:
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {first.ndim} and {part.ndim}"
            )
        for d in range(first.ndim):
            if d != at and part._shape[d] != first._shape[d]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {at}. Expected size "
                    f"{first._shape[d]} but got size {part._shape[d]} for tensor number {place} "
                    "in the list."
                )
    if out is not None:
        require_writable(out)
        require_separate(out, *given)
    return to_out(_joined([part for _, part in parts], at, kind), out)


alias("concat", cat, on_tensor=False)
alias("concatenate", cat, on_tensor=False)


@function
def stack(tensors: Any, dim: int = 0, *, out: Tensor | None = None) -> Tensor:
    """Along a new dimension."""
    given = given_tensors("stack", tensors)
    if not given:
        raise RuntimeError("stack expects a non-empty TensorList")
    at = wrap_dim(dim, given[0].ndim + 1)
    for place, tensor in enumerate(given):
        if tensor._shape != given[0]._shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(given[0]._shape)} at "
                f"entry 0 and {list(tensor._shape)} at entry {place}"
            )
    kind, shape = common_dtype(given), given[0]._shape
    if at == len(shape):
        return to_out(_joined([unsqueeze(tensor, at) for tensor in given], at, kind), out)
    made = METHODS["view"](_joined(given, at, kind), *shape[:at], len(given), *shape[at:])
    return to_out(made, out)


def _at_least(tensor: Tensor, ndim: int) -> Tensor:
    """A view with dimensions of size 1 added: rows for a vector, a last one for a matrix."""
    if tensor.ndim >= ndim:
        return tensor
    if tensor.ndim == 0:
        return reshape(tensor, *[1] * ndim)
    row = unsqueeze(tensor, 0) if tensor.ndim == 1 else tensor
    return row if row.ndim == ndim else unsqueeze(row, -1)


def _offer_at_least(ndim: int) -> None:
    def call(*tensors: Any) -> Any:
        if len(tensors) == 1 and is_tensor(tensors[0]):
            return _at_least(tensors[0], ndim)
        given = given_tensors(call.__name__, tensors[0] if len(tensors) == 1 else tensors)
        return tuple(_at_least(tensor, ndim) for tensor in given)

    call.__name__ = f"atleast_{ndim}d"
    function(call)


for _ndim in (1, 2, 3):
    _offer_at_least(_ndim)


def _offer_stack(name: str, ndim: int, dim: int) -> None:
    """hstack, vstack and dstack: brought to so many dimensions, then joined along one."""

    def call(tensors: Any, *, out: Tensor | None = None) -> Tensor:
        given = given_tensors(name, tensors)
        if not given:
            raise RuntimeError(f"{name} expects a non-empty TensorList")
        full = [_at_least(tensor, ndim) for tensor in given]
        return cat(full, 0 if full[0].ndim == 1 else dim, out=out)

    call.__name__ = name
    function(call)


_offer_stack("hstack", 1, 1)
_offer_stack("vstack", 2, 0)
_offer_stack("dstack", 3, 2)
alias("row_stack", FUNCTIONS["vstack"], on_tensor=False)


@function
def column_stack(tensors: Any, *, out: Tensor | None = None) -> Tensor:
    """Vectors as the columns of a matrix; matrices beside them."""
    given = given_tensors("column_stack", tensors)
    if not given:
        raise RuntimeError("column_stack expects a non-empty TensorList")
    columns = [reshape(tensor, -1, 1) if tensor.ndim < 2 else tensor for tensor in given]
    return cat(columns, 1, out=out)


@method
def repeat(self: Tensor, *repeats: Any, **named: Any) -> Tensor:
    """Copies beside copies; more counts than dimensions make new dimensions in front."""
    return _repeated(self, spread_ints("repeat", "repeats", repeats, named))


def _repeated(input: Tensor, counts: Sequence[int]) -> Tensor:
    missing = len(counts) - input.ndim
    if missing < 0:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    padded = stretched(input, [1] * missing + list(input._shape))
    shape = [count * size for count, size in zip(counts, padded._shape, strict=True)]
    negative = next((size for size in shape if size < 0), None)
    if negative is not None:
        raise RuntimeError(f"Trying to create tensor with negative dimension {negative}: {shape}")
    # Before each dimension one of the number of copies, which does not move in memory.
    pairs = zip(counts, padded._shape, padded._strides, strict=True)
    full = [
        (size, step) for count, own, stride in pairs for size, step in ((count, 0), (own, stride))
    ]
    spread = view(input, [size for size, _ in full], [step for _, step in full], input._offset)
    return make(flat(spread), shape, input.dtype)


def _tiled(input: Tensor, counts: Sequence[int]) -> Tensor:
    return _repeated(input, [*[1] * (input.ndim - len(counts)), *counts])


@function
def tile(input: Tensor, dims: Any) -> Tensor:
    """As ``repeat``, but missing counts are ones in front."""
    return _tiled(input, int_tuple("tile", "dims", dims, 2))


def _tile(self: Tensor, *dims: Any, **named: Any) -> Tensor:
    return _tiled(self, spread_ints("tile", "dims", dims, named))


alias("tile", _tile, on_torch=False)


def _spread_places(repeats: Tensor) -> list[int]:
    """Each place as often as the number there says."""
    if repeats.ndim != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if not is_index(repeats):
        raise not_implemented("repeat_interleave_cpu", repeats)
    counts = flat(repeats)
    if any(count < 0 for count in counts):
        raise RuntimeError("repeats can not be negative")
    return [place for place, count in enumerate(counts) for _ in range(count)]


@both
def repeat_interleave(
    input: Tensor, repeats: Any = None, dim: int | None = None, *, output_size: int | None = None
) -> Tensor:
    """Each element, or each slice along a dimension, several times in succession."""
    if repeats is None:
        places = _spread_places(input)
        return make(places, (len(places),), input.dtype)
    if isinstance(repeats, bool) or not (is_tensor(repeats) or isinstance(repeats, int)):
        raise TypeError(
            "repeat_interleave() received an invalid combination of arguments: repeats must be "
            f"int or Tensor, not {type(repeats).__name__}"
        )
    if dim is None:
        input, dim = reshape(input, -1), 0
    at = wrap_dim(dim, input.ndim)
    if isinstance(repeats, int) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    size = input._shape[at]
    if isinstance(repeats, int):
        places = [place for place in range(size) for _ in range(repeats)]
    else:
        if repeats.ndim > 1:
            raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
        if repeats.numel() == 1:
            repeats = stretched(reshape(repeats, 1), (size,))
        if repeats._shape != (size,):
            raise RuntimeError(
                "repeats must have the same size as input along dim, but got repeats.size(0) = "
                f"{repeats._shape[0]} and input.size({at}) = {size}"
            )
        places = _spread_places(repeats)
    if output_size is not None and output_size != len(places):
        raise RuntimeError("allocated size does not match required size")
    return FUNCTIONS["index_select"](input, at, make(places, (len(places),), _dtypes.int64))


@function
def block_diag(*tensors: Any) -> Tensor:
    """Matrices along the diagonal of a larger one, zeros elsewhere."""
    blocks = []
    for place, tensor in enumerate(given_tensors("block_diag", tensors)):
        if tensor.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{place} has {tensor.ndim} dimensions"
            )
        blocks.append(_at_least(tensor, 2))
    if not blocks:
        return make([], (1, 0), _dtypes.get_default_dtype())
    kind = common_dtype(tensors)
    columns = sum(block._shape[1] for block in blocks)
    zero = [fill_value(0, kind)]
    values: list[Any] = []
    before = 0
    for block in blocks:
        numbers, (rows, width) = flat_as(block, kind), block._shape
        for row in range(rows):
            values += zero * before + numbers[row * width : (row + 1) * width]
            values += zero * (columns - before - width)
        before += width
    return make(values, (sum(block._shape[0] for block in blocks), columns), kind)


@function
def meshgrid(*tensors: Any, indexing: str = "ij") -> tuple[Tensor, ...]:
    """Vectors stretched over a grid, as views; "xy" lets the second one count the rows."""
    given = given_tensors("meshgrid", tensors[0] if _is_list(tensors) else tensors)
    if not given:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    for tensor in given:
        if tensor.dtype is not given[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )
    turned = indexing == "xy" and len(given) > 1
    order = [given[1], given[0], *given[2:]] if turned else given
    for tensor in order:
        if tensor.ndim > 1:
            raise RuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{tensor.ndim}D"
            )
    shape = [tensor.numel() for tensor in order]
    grids = []
    for place, tensor in enumerate(order):
        thin = [1] * len(shape)
        thin[place] = tensor.numel()
        grids.append(METHODS["expand"](METHODS["view"](tensor, *thin), *shape))
    if turned:
        grids[:2] = grids[1], grids[0]
    return tuple(grids)


def _is_list(tensors: tuple[Any, ...]) -> bool:
    return len(tensors) == 1 and isinstance(tensors[0], (list, tuple))


def _require_vector(tensor: Tensor) -> None:
    if tensor.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor._shape)}")


@function
def cartesian_prod(*tensors: Any) -> Tensor:
    """All rows that take one element of each vector."""
    given = given_tensors("cartesian_prod", tensors)
    for tensor in given:
        _require_vector(tensor)
    if len(given) == 1:
        return given[0]
    return stack([reshape(grid, -1) for grid in meshgrid(*given)], 1)


@function
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """All rows of r elements of a vector, in the vector's order."""
    _require_vector(input)
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return make([], (0,), input.dtype)
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(flat(input), r))
    return make([value for row in rows for value in row], (len(rows), r), input.dtype)
