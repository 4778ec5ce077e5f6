"""Pieces of a tensor as views: diagonals, windows, splits, and any strides at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._core import Tensor, wrap_dim
from ._core import view as _look
from ._given import int_tuple
from ._registry import both, method
from ._views import select, sliced


@both
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The elements at (i, i + offset) of two dimensions, as the last dimension of the view."""
    one, other = wrap_dim(dim1, input.ndim), wrap_dim(dim2, input.ndim)
    if one == other:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    rows, columns = input._shape[one], input._shape[other]
    length = max(min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns), 0)
    start = offset * input._strides[other] if offset >= 0 else -offset * input._strides[one]
    kept = [dim for dim in range(input.ndim) if dim not in (one, other)]
    shape = [input._shape[dim] for dim in kept] + [length]
    strides = [input._strides[dim] for dim in kept]
    strides.append(input._strides[one] + input._strides[other])
    return _look(input, shape, strides, input._offset + (start if length else 0))


@method
def unfold(self: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """Windows along a dimension, as one more dimension: they share what they overlap in."""
    at = wrap_dim(dimension, self.ndim)
    length, stride = (self._shape[at], self._strides[at]) if self.ndim else (1, 1)
    if size < 0 or step <= 0 or size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {at} is {length} but size is {size}"
            if size > length
            else f"size is {size} but must be >= 0"
            if size < 0
            else f"step is {step} but must be > 0"
        )
    shape, strides = list(self._shape), list(self._strides)
    if self.ndim:
        shape[at], strides[at] = (length - size) // step + 1, stride * step
    return _look(self, [*shape, size], [*strides, stride], self._offset)


@both
def as_strided(input: Tensor, size: Any, stride: Any, storage_offset: int | None = None) -> Tensor:
    """Any look at the memory, as long as it stays within it."""
    offset = input._offset if storage_offset is None else storage_offset
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    if 0 not in size and last >= len(input._storage.data):
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset} are "
            "out of bounds for the storage"
        )
    return _look(input, size, stride, offset)


@both
def split(tensor: Tensor, split_size_or_sections: Any, dim: int = 0) -> Any:
    """Views of pieces of one size, the last one smaller, or of the sizes given."""
    at = wrap_dim(dim, tensor.ndim)
    if tensor.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    length = tensor._shape[at]
    if isinstance(split_size_or_sections, int):
        size = split_size_or_sections
        if size < 0 or (size == 0 and length):
            raise RuntimeError(
                f"split expects split_size be non-negative, but got split_size={size}"
                if size
                else "split_size can only be 0 if dimension size is 0, but got dimension size of "
                f"{length}"
            )
        whole = max(1, -(-length // size)) if size else 1
        sizes = [size] * (whole - 1) + [length - size * (whole - 1)]
    else:
        sizes = list(int_tuple("split_with_sizes", "split_sizes", split_size_or_sections, 2))
        if sum(sizes) != length or any(size < 0 for size in sizes):
            raise RuntimeError(
                "split_with_sizes expects split_sizes to sum exactly to "
                f"{length} (input tensor's size at dimension {at}), but got split_sizes={sizes}"
            )
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return tuple(
        sliced(tensor, at, start, start + size, 1)
        for start, size in zip(starts, sizes, strict=True)
    )


@both
def split_with_sizes(input: Tensor, split_sizes: Sequence[int], dim: int = 0) -> Any:
    """Views of pieces of the sizes given."""
    return split(input, list(split_sizes), dim)


@both
def chunk(input: Tensor, chunks: int, dim: int = 0) -> Any:
    """At most that many pieces of one size."""
    if input.ndim == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = input._shape[wrap_dim(dim, input.ndim)]
    size = -(-length // chunks)
    return split(input, [0] * chunks, dim) if size == 0 else split(input, size, dim)


@both
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """A view for each index of a dimension."""
    if input.ndim == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    at = wrap_dim(dim, input.ndim)
    return tuple(select(input, at, index) for index in range(input._shape[at]))
