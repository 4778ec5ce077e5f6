"""Slices of one dimension by their numbers; and elements by their number in the whole tensor."""

from __future__ import annotations

import math
from typing import Any

from . import _dtypes
from ._checks import exact_out, is_index, kind_name, require_separate, require_writable, scalar
from ._core import (
    Tensor,
    broadcast_shapes,
    flat,
    is_tensor,
    make,
    places,
    stretched,
    view,
    wrap_dim,
)
from ._places import COMBINE, offer_copying, put, targets
from ._registry import FUNCTIONS, both, method
from ._views import view as row_of


@both
def index_select(input: Tensor, dim: int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Some indices of one dimension, in any order: a copy."""
    at = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not is_index(index):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if input.ndim == 0 and index.numel() != 1:
        raise RuntimeError(
            f"index_select(): Index to scalar can have only 1 value, got {index.numel()} value(s)"
        )
    shape = list(input._shape) or [1]
    size, inner = shape[at], math.prod(shape[at + 1 :])
    found, values, begin = flat(index), input._storage.data, input._offset
    if not input.is_contiguous():
        values, begin = flat(input), 0
    for place in found:
        if not 0 <= place < size:
            if input.ndim < 2 or (at != 1 and input.numel()):
                raise IndexError("index out of range in self")
            raise RuntimeError(f"INDICES element is out of DATA bounds, id={place} axis_dim={size}")
    taken: list[Any] = []
    for start in range(0, input.numel(), size * inner or 1):
        for place in found:
            first = begin + start + place * inner
            taken += values[first : first + inner]
    shape[at] = len(found)
    return exact_out(make(taken, shape if input.ndim else (), input.dtype), out, input, index)


def _slices(self: Tensor, dim: int, index: Tensor) -> list[int]:
    """The places of the slices that a vector of indices names."""
    if self.ndim == 0:
        return targets(self, dim, index)
    shape = list(self._shape)
    shape[dim] = index.numel()
    strides = [0] * len(shape)
    strides[dim] = index._strides[0] if index.ndim else 1
    return targets(self, dim, view(index, shape, strides, index._offset))


@method
def index_add_(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """Add each slice of a source to the slice that its index names."""
    at = wrap_dim(dim, self.ndim)
    require_writable(self)
    require_separate(self, index, source)
    if index.ndim > 1:
        raise IndexError(
            f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: "
            f"{kind_name(index.dtype)} and size: {list(index._shape)}"
        )
    if not is_index(index):
        raise RuntimeError(
            f"index_add_(): Expected dtype int32/int64 for index but got: {kind_name(index.dtype)}"
        )
    if self.dtype is not source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({kind_name(self.dtype)}) and source "
            f"({kind_name(source.dtype)}) must have the same scalar type"
        )
    count = source._shape[at] if source.ndim else 1
    if source.ndim == 0 and index.numel() != 1:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if index.numel() != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.numel()}) should be equal to "
            f"source.size(dim): ({count}), for dim: {at}"
        )
    others = [[size for d, size in enumerate(t._shape) if d != at] for t in (self, source)]
    if others[0] != others[1] or self.ndim != source.ndim:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(self._shape)} source.shape = {list(source._shape)}"
        )
    # torch lets scatter_add do these, which keeps half types in single precision until the end.
    as_scatter = self.ndim > 1 and at in (0, self.ndim - 1) and type(alpha) is int and alpha == 1
    try:
        found = _slices(self, at, index)
    except RuntimeError:
        if as_scatter:
            raise
        raise IndexError("index out of range in self") from None
    factor = scalar(alpha, self.dtype)
    values: list[Any] = [factor * value for value in flat(source)]
    if self.ndim < 2 or self.dtype.itemsize < 4:
        values = self.dtype.fit(values)  # else the product is not rounded before it is added
    put(self, found, values, COMBINE["sum"], rounds_each=not as_scatter)
    return self


@method
def index_copy_(self: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """Write each slice of a source over the slice that its index names."""
    at = wrap_dim(dim, self.ndim)
    require_writable(self)
    require_separate(self, index, source)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if source.ndim == 0 and index.numel() != 1:
        raise IndexError(
            "index_copy_(): When source is scalar, index should have one element (got "
            f"{index.numel()})"
        )
    if source.ndim and self.ndim and source.ndim != self.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality "
            f"must match. Source dimensionality ({source.ndim}), destination dimensionality "
            f"({self.ndim})"
        )
    if index.dtype is not _dtypes.int64:
        raise RuntimeError(
            f"index_copy_(): Expected a long tensor for index, but got {kind_name(index.dtype)}"
        )
    if self.dtype is not source.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{kind_name(self.dtype)} and (source) {kind_name(source.dtype)}"
        )
    own, given = ([s for d, s in enumerate(t._shape) if d != at] for t in (self, source))
    if own != given:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {own} at dimension {at} and source slice shape: {given} at dimension 0."
        )
    if source.ndim and index.numel() != source._shape[at]:
        raise IndexError(
            f"index_copy_(): Number of indices ({index.numel()}) should be equal to "
            f"source.size(dim) ({source._shape[at]})"
        )
    try:
        found = _slices(self, at, index)
    except RuntimeError as error:
        raise IndexError(f"index_copy_(): {error}") from None
    put(self, found, flat(source), None)
    return self


def _require_scalar(name: str, value: Any) -> None:
    if is_tensor(value) and value.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
            "dimension(s)."
        )


@method
def index_fill_(self: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """Write one number over the slices that an index names; it may count from the end."""
    _require_scalar("index_fill_", value)
    at = wrap_dim(dim, self.ndim)
    require_separate(self, index)
    if index.dtype is not _dtypes.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    size = self._shape[at] if self.ndim else 1
    numbers = []
    for place in flat(index):
        if not -size <= place < size:
            raise IndexError(f"index {place} is out of bounds for dimension {at} with size {size}")
        numbers.append(place % size)
    found = _slices(self, at, make(numbers, (len(numbers),), _dtypes.int64))
    put(self, found, [scalar(value, self.dtype)] * len(found), None)
    return self


offer_copying("index_add", "index_copy")
offer_copying("index_fill", keeps_strides=True)


def _require_long(name: str, index: Tensor) -> None:
    if index.dtype is not _dtypes.int64:
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got {kind_name(index.dtype)}"
        )


def _numbered(self: Tensor, index: Tensor) -> list[int]:
    """Places in the storage by number in the whole tensor, also counted from its end."""
    where, count = places(self), self.numel()
    found = []
    for number in flat(index):
        if not -count <= number < count:
            raise IndexError(
                f"out of range: tried to access index {number} on a tensor of {count} elements."
            )
        found.append(where[number])
    return found


@both
def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements with these numbers, as if the tensor were one row; in the index's shape."""
    _require_long("take", index)
    if input.numel() == 0 and index.numel():
        raise IndexError("take(): tried to take from an empty tensor")
    data = input._storage.data
    found = [data[place] for place in _numbered(input, index)]
    return exact_out(make(found, index._shape, input.dtype), out, input, index)


@method
def put_(self: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write, or add, to the elements with these numbers."""
    _require_long("put_", index)
    if self.dtype is not source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{kind_name(self.dtype)} and source.dtype = {kind_name(source.dtype)}"
        )
    require_writable(self)
    require_separate(self, index, source)
    if source.numel() != index.numel():
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.numel()}, index.numel() = {index.numel()}"
        )
    if self.numel() == 0 and index.numel():
        raise IndexError("put_(): Tried to put elements into an empty tensor")
    add = COMBINE["sum"] if accumulate else None
    put(self, _numbered(self, index), flat(source), add, rounds_each=True)
    return self


offer_copying("put", keeps_strides=True)


@both
def take_along_dim(
    input: Tensor, indices: Tensor, dim: int | None = None, *, out: Tensor | None = None
) -> Tensor:
    """``gather``, where all dimensions but one broadcast; without a dimension: by number."""
    if indices.dtype is not _dtypes.int64:
        raise RuntimeError(
            "torch.take_along_dim(): dtype of indices should be Long but got "
            f"{kind_name(indices.dtype)}"
        )
    if dim is None:
        return FUNCTIONS["gather"](row_of(input, -1), 0, row_of(indices, -1), out=out)
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {input.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    at = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    size = input._shape[at]
    numbers = [place % size if size else place for place in flat(indices)]
    indices = make(numbers, indices._shape, indices.dtype)

    def other_sizes(of: Tensor) -> list[int]:
        return [1 if d == at else size for d, size in enumerate(of._shape)]

    common = broadcast_shapes(other_sizes(input), other_sizes(indices))

    def spread(of: Tensor) -> Tensor:
        return stretched(of, [of._shape[d] if d == at else n for d, n in enumerate(common)])

    return FUNCTIONS["gather"](spread(input), at, spread(indices), out=out)
