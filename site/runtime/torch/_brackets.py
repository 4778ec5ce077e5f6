"""What stands between the brackets of ``tensor[…]``: a view, and tensors of places in it.

Numbers, slices, None and ``...`` only change offset, shape and strides. What is left, tensors,
lists and masks, names places along the dimensions of that view.
"""

from __future__ import annotations

from typing import Any

from . import _dtypes
from ._core import Tensor, flat, flat_as, is_tensor, make
from ._core import view as _look
from ._creation import tensor
from ._dtypes import BOOL, FLOAT


def items_of(index: Any) -> list[Any]:
    """The parts of an index, one for each comma."""
    if isinstance(index, tuple) or _stands_for_tuple(index):
        return list(index)
    return [index]


def _stands_for_tuple(index: Any) -> bool:
    """A list that has more than numbers in it is, in torch, an index for each dimension."""
    return (
        isinstance(index, list)
        and len(index) < 32
        and any(
            is_tensor(item)
            or isinstance(item, (list, tuple, range, slice))
            or item is None
            or item is Ellipsis
            for item in index
        )
    )


def is_plain_slice(index: Any) -> bool:
    """Whether it is ``first:last`` of Python's own numbers, where either may be left out."""
    return (
        type(index) is slice
        and index.step is None
        and (index.start is None or type(index.start) is int)
        and (index.stop is None or type(index.stop) is int)
    )


def sliced(self: Tensor, index: slice) -> Tensor:
    """The view that a plain slice of the first dimension gives."""
    first, last, _ = index.indices(self._shape[0])
    size = last - first if last > first else 0
    shape = (size, *self._shape[1:])
    return _look(self, shape, self._strides, self._offset + first * self._strides[0])


def resolve(self: Tensor, index: Any) -> tuple[Tensor, list[Tensor | None]]:
    """Do all that strides can do; what is left are tensors of places, by dimension of the view."""
    if self._shape and is_plain_slice(index):  # the usual case, made short
        return sliced(self, index), [None] * len(self._shape)
    items = items_of(index)
    if self.ndim == 0:
        _refuse_scalar(index)
    used = sum(_dims_used(item) for item in items)
    if used > self.ndim:
        raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
    if not any(item is Ellipsis for item in items):
        items.append(Ellipsis)
    shape: list[int] = []
    strides: list[int] = []
    advanced: list[Tensor | None] = []
    offset, dim = self._offset, 0
    masks: list[tuple[int, Tensor]] = []
    for number, item in enumerate(items):
        if item is Ellipsis:
            for _ in range(self.ndim - used):
                shape.append(self._shape[dim])
                strides.append(self._strides[dim])
                advanced.append(None)
                dim += 1
            used = self.ndim  # a second one stands for nothing
        elif item is None or isinstance(item, bool):
            shape.append(1)
            strides.append(0 if item is not None else _new_stride(self, dim))
            advanced.append(None if item is None else _places_of_bool(item))
        elif isinstance(item, slice):
            start, length, step = _bounds(item, self._shape[dim])
            offset += start * self._strides[dim]
            shape.append(length)
            strides.append(self._strides[dim] * step)
            advanced.append(None)
            dim += 1
        elif _is_whole(item):
            place, size = _whole(item), self._shape[dim]
            if not -size <= place < size:
                raise IndexError(
                    f"index {place} is out of bounds for dimension {number} with size {size}"
                )
            offset += place % size * self._strides[dim]
            dim += 1
        else:
            dim = _take_advanced(self, item, dim, shape, strides, advanced, masks)
    for place, mask in masks:
        _require_fit(mask, place, shape)
    return _look(self, shape, strides, offset), advanced


def _refuse_scalar(index: Any) -> None:
    """A tensor without dimensions has no elements to choose from.

    Raises:
        IndexError: for a number and for a slice.
    """
    if isinstance(index, slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if isinstance(index, int) and not isinstance(index, bool):
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )


def _require_fit(mask: Tensor, dim: int, shape: list[int]) -> None:
    """Raises IndexError if a mask is not of the size of the dimensions that it is for."""
    for place, size in enumerate(mask._shape):
        if size != shape[dim + place]:
            raise IndexError(
                f"The shape of the mask {list(mask._shape)} at index {place} does not match "
                f"the shape of the indexed tensor {shape} at index {dim + place}"
            )


def _new_stride(self: Tensor, dim: int) -> int:
    return self._shape[dim] * self._strides[dim] if dim < self.ndim else 1


def _places_of_bool(item: bool) -> Tensor:
    return make([0] if item else [], (1,) if item else (0,), _dtypes.int64)


def _dims_used(item: Any) -> int:
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    if is_tensor(item) and item.dtype in (_dtypes.bool_, _dtypes.uint8):
        return item.ndim
    if isinstance(item, (list, tuple)) and is_mask(item):
        return tensor(item).ndim
    return 1


def is_mask(item: Any) -> bool:
    """Whether a list, however nested, is of truth values."""
    while isinstance(item, (list, tuple)) and item:
        item = item[0]
    return isinstance(item, bool)


def _is_whole(item: Any) -> bool:
    if is_tensor(item):
        return item.ndim == 0 and item.dtype.category != BOOL and item.dtype.category != FLOAT
    return isinstance(item, int) or (
        hasattr(item, "__index__") and not isinstance(item, (list, tuple))
    )


def _whole(item: Any) -> int:
    return int(item.item()) if is_tensor(item) else int(item.__index__())


def _bounds(item: slice, size: int) -> tuple[int, int, int]:
    bounds = (item.start, item.stop, item.step)
    if not all(bound is None or hasattr(bound, "__index__") for bound in bounds):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    start, stop, step = (v if v is None else _whole(v) for v in bounds)
    step = 1 if step is None else step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step < 0:
        raise ValueError("step must be greater than zero")
    first, last, _ = slice(start, stop, step).indices(size)
    return first, max(0, -(-(last - first) // step)), step


def _take_advanced(
    self: Tensor,
    item: Any,
    dim: int,
    shape: list[int],
    strides: list[int],
    advanced: list[Tensor | None],
    masks: list[tuple[int, Tensor]],
) -> int:
    """Note a tensor of places, or a mask as one for each of its dimensions; the next dimension."""
    if not is_tensor(item):
        if isinstance(item, str):
            raise TypeError("new(): invalid data type 'str'")
        if not isinstance(item, (list, tuple, range)):
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type(item).__name__})"
            )
        item = tensor(item, dtype=None if is_mask(item) else _dtypes.int64)
    if item.dtype.category == FLOAT:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if item.dtype in (_dtypes.bool_, _dtypes.uint8):
        masks.append((len(shape), item))
        if item.ndim == 0:
            shape.append(1)
            strides.append(0)
            advanced.append(_places_of_bool(bool(item.item())))
            return dim
        found = _true_places(item)
    else:
        found = [make(flat_as(item, _dtypes.int64), item._shape, _dtypes.int64)]
    for places_in_dim in found:
        shape.append(self._shape[dim])
        strides.append(self._strides[dim])
        advanced.append(places_in_dim)
        dim += 1
    return dim


def _true_places(mask: Tensor) -> list[Tensor]:
    """For each dimension of a mask, where it is true."""
    hits = [place for place, value in enumerate(flat(mask)) if value]
    found: list[list[int]] = []
    for size in reversed(mask._shape):
        found.append([place % size for place in hits])
        hits = [place // size for place in hits]
    return [make(column, (len(column),), _dtypes.int64) for column in reversed(found)]
