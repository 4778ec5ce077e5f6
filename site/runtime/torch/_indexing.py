"""``tensor[…]``: whole numbers and slices give views; tensors, lists and masks give copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _dtypes
from ._checks import scalar
from ._core import (
    Tensor,
    broadcast_shapes,
    flat,
    flat_as,
    is_tensor,
    make,
    places,
    stretched,
    write,
)
from ._core import view as _look
from ._creation import fill_value, tensor
from ._dtypes import BOOL, FLOAT
from ._elementwise import kind_name, require_no_overlap
from ._registry import METHODS

Index = tuple[int, Tensor]  # a dimension, and the places in it


def _items(index: Any) -> list[Any]:
    if isinstance(index, tuple):
        return list(index)
    return [index]


def _resolve(self: Tensor, index: Any) -> tuple[Tensor, list[Tensor | None]]:
    """Do all that strides can do; what is left are tensors of places, by dimension of the view."""
    items = _items(index)
    used = sum(_dims_used(item) for item in items)
    if used > self.ndim:
        raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
    if not any(item is Ellipsis for item in items):
        items.append(Ellipsis)
    shape: list[int] = []
    strides: list[int] = []
    advanced: list[Tensor | None] = []
    offset, dim = self._offset, 0
    for item in items:
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
                    f"index {place} is out of bounds for dimension {dim} with size {size}"
                )
            offset += place % size * self._strides[dim]
            dim += 1
        else:
            dim = _take_advanced(self, item, dim, shape, strides, advanced)
    return _look(self, shape, strides, offset), advanced


def _new_stride(self: Tensor, dim: int) -> int:
    return self._shape[dim] * self._strides[dim] if dim < self.ndim else 1


def _places_of_bool(item: bool) -> Tensor:
    return make([0] if item else [], (1,) if item else (0,), _dtypes.int64)


def _dims_used(item: Any) -> int:
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    if is_tensor(item) and item.dtype in (_dtypes.bool_, _dtypes.uint8):
        return item.ndim
    if isinstance(item, (list, tuple)) and _is_mask(item):
        return tensor(item).ndim
    return 1


def _is_mask(item: Any) -> bool:
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
    start, stop, step = (v if v is None else _whole(v) for v in (item.start, item.stop, item.step))
    step = 1 if step is None else step
    if step <= 0:
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
) -> int:
    """Note a tensor of places, or a mask as one for each of its dimensions; the next dimension."""
    if not is_tensor(item):
        if not isinstance(item, (list, tuple, range)):
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
                f"are valid indices (got {type(item).__name__})"
            )
        item = tensor(item, dtype=_dtypes.int64) if not len(item) else tensor(item)
    if item.dtype.category == FLOAT:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if item.dtype in (_dtypes.bool_, _dtypes.uint8):
        for place, size in enumerate(item._shape):
            if size != self._shape[dim + place]:
                raise IndexError(
                    f"The shape of the mask {list(item._shape)} at index {place} does not match "
                    f"the shape of the indexed tensor {list(self._shape)} at index {dim + place}"
                )
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


def _gathered(
    look: Tensor,
    advanced: Sequence[Tensor | None],
    check: Callable[[list[int]], None] = lambda shape: None,
) -> tuple[list[int], list[int]]:
    """Where in the storage the picked elements lie, and their shape.

    The tensors of places are broadcast together. Their dimensions come where they stand if they
    stand together, and first of all if something else stands between them.
    """
    dims = [dim for dim, item in enumerate(advanced) if item is not None]
    indices = [item for item in advanced if item is not None]
    try:
        picked = broadcast_shapes(*(item._shape for item in indices))
    except RuntimeError as error:
        shapes = ", ".join(str(list(item._shape)) for item in indices)
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        ) from error
    together = dims == list(range(dims[0], dims[0] + len(dims)))
    before = dims[0] if together else 0
    rest = [dim for dim in range(look.ndim) if dim not in dims]
    first, last = rest[:before], rest[before:]
    shape = [look._shape[d] for d in first] + list(picked) + [look._shape[d] for d in last]
    check(shape)
    if _count(shape) == 0:  # then torch does not look at the places
        return [], shape
    starts = [0] * _count(picked)
    for dim, item in zip(dims, indices, strict=True):
        size, stride = look._shape[dim], look._strides[dim]
        values = flat(stretched(item, picked))
        for place, value in enumerate(values):
            if not -size <= value < size:
                raise IndexError(
                    f"index {value} is out of bounds for dimension {dim} with size {size}"
                )
            starts[place] += value % size * stride
    heads = places(_look(look, [look._shape[d] for d in first], [look._strides[d] for d in first],
                         look._offset))  # fmt: skip
    tails = places(_look(look, [look._shape[d] for d in last], [look._strides[d] for d in last], 0))
    found = [head + start + tail for head in heads for start in starts for tail in tails]
    return found, shape


def _count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def getitem(self: Tensor, index: Any) -> Tensor:
    look, advanced = _resolve(self, index)
    if all(item is None for item in advanced):
        return look
    found, shape = _gathered(look, advanced)
    data = self._storage.data
    return make([data[place] for place in found], shape, self.dtype)


def setitem(self: Tensor, index: Any, value: Any) -> None:
    look, advanced = _resolve(self, index)
    if not is_tensor(value) and isinstance(value, (list, tuple)):
        raise TypeError(f"can't assign a {type(value).__name__} to a {_type_name(self)}")
    if all(item is None for item in advanced):
        require_no_overlap(look)
        write(look, _values(value, look._shape, self))
        return
    numbers: list[Any] = []

    def check(shape: list[int]) -> None:  # of what is written, before the places are looked at
        if is_tensor(value) and value.dtype is not self.dtype and _is_fill(index, value):
            numbers.extend([scalar(value.item(), self.dtype)] * _count(shape))
            return
        numbers.extend(_values(value, shape, self))
        if is_tensor(value) and value.dtype is not self.dtype:
            names = [kind_name(t.dtype) for t in (self, value)]
            raise RuntimeError(
                "Index put requires the source and destination dtypes match, got "
                f"{names[0]} for the destination and {names[1]} for the source."
            )

    found, _ = _gathered(look, advanced, check)
    data = self._storage.data
    for place, number in zip(found, numbers, strict=True):
        data[place] = number


def _is_fill(index: Any, value: Tensor) -> bool:
    """One number where a single mask is true, which torch converts; it converts nothing else."""
    used = [item for item in _items(index) if is_tensor(item) and item.ndim]
    used += [item for item in _items(index) if isinstance(item, (list, range))]
    if len(used) != 1 or value.numel() != 1:
        return False
    return used[0].dtype is _dtypes.bool_ if is_tensor(used[0]) else _is_mask(used[0])


def _type_name(self: Tensor) -> str:
    return f"torch.{self.dtype.name}"


def _values(value: Any, shape: Sequence[int], self: Tensor) -> list[Any]:
    """A number or a tensor, in as many elements as it has to fill."""
    count = _count(shape)
    if not is_tensor(value):
        return [fill_value(value, self.dtype)] * count
    given = list(value._shape)
    while len(given) > len(shape) and given[0] == 1:
        given.pop(0)
    if value.numel() == 1 and count and len(given) <= len(shape):
        return flat_as(value, self.dtype) * count
    if len(given) > len(shape) or any(
        size not in (1, wanted)
        for size, wanted in zip(given, shape[len(shape) - len(given) :], strict=True)
    ):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value._shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        )
    squeezed = _look(value, given, value._strides[value.ndim - len(given) :], value._offset)
    return flat_as(stretched(squeezed, shape), self.dtype)


def _as_bool(self: Tensor) -> bool:
    if self.numel() == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    if self.numel() > 1:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    return bool(flat(self)[0])


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


METHODS["__getitem__"] = getitem
METHODS["__setitem__"] = setitem
METHODS["__bool__"] = _as_bool
METHODS["__int__"] = lambda self: int(self.item())
METHODS["__float__"] = lambda self: float(self.item())
METHODS["__index__"] = _as_index
METHODS["__contains__"] = _contains
