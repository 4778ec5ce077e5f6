"""``tensor[…]``: whole numbers and slices give views; tensors, lists and masks give copies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from . import _dtypes
from ._brackets import is_mask, is_plain_slice, items_of, resolve, sliced
from ._checks import scalar
from ._core import (
    Tensor,
    broadcast_shapes,
    contiguous_strides,
    flat,
    flat_as,
    is_tensor,
    make,
    places,
    stretched,
    write,
)
from ._core import view as _look
from ._dtypes import kind_name
from ._layout import dense_strides, relaid
from ._registry import METHODS
from ._writing import require_no_overlap, require_separate


def _arranged(
    look: Tensor, advanced: Sequence[Tensor | None]
) -> tuple[list[int], tuple[int, ...], list[int]]:
    """The shape of the tensors of places, and the other dimensions in front of it and behind.

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
    return rest[:before], picked, rest[before:]


def _part(look: Tensor, dims: Sequence[int], offset: int) -> Tensor:
    """A view of some of its dimensions only."""
    return _look(look, [look._shape[d] for d in dims], [look._strides[d] for d in dims], offset)


def gathered(
    look: Tensor,
    advanced: Sequence[Tensor | None],
    check: Callable[[list[int]], None] = lambda shape: None,
) -> tuple[list[int], list[int]]:
    """Where in the storage the picked elements lie, and their shape.

    Args:
        check: told the shape before the places are looked at.
    """
    first, picked, last = _arranged(look, advanced)
    shape = [look._shape[d] for d in first] + list(picked) + [look._shape[d] for d in last]
    indices = [(dim, item) for dim, item in enumerate(advanced) if item is not None]
    if math.prod(picked) and 0 in (look._shape[dim] for dim, _ in indices):
        raise IndexError("index is out of bounds for dimension with size 0")
    check(shape)
    if math.prod(shape) == 0:  # then torch does not look at the places
        return [], shape
    starts = [0] * math.prod(picked)
    for number, (dim, item) in enumerate(indices):
        size, stride = look._shape[dim], look._strides[dim]
        values = flat(stretched(item, picked))
        for place, value in enumerate(values):
            if not -size <= value < size:
                raise IndexError(
                    f"index {value} is out of bounds for dimension {number} with size {size}"
                )
            starts[place] += value % size * stride
    heads, tails = places(_part(look, first, look._offset)), places(_part(look, last, 0))
    found = [head + start + tail for head in heads for start in starts for tail in tails]
    return found, shape


def _layouts(look: Tensor, advanced: Sequence[Tensor | None], shape: list[int]) -> list[list[int]]:
    """What decides how the picked elements lie in memory; see ``dense_strides``.

    First the tensor, as one that does not move along the picked dimensions, then the tensors of
    places, each stretched along the others.
    """
    first, picked, last = _arranged(look, advanced)
    found = [[look._strides[d] for d in first] + [0] * len(picked)]
    found[0] += [look._strides[d] for d in last]
    for item in advanced:
        if item is not None:
            own = [1] * (len(first) + len(picked) - item.ndim) + list(item._shape)
            own += [1] * len(last)
            strides = contiguous_strides(own)
            pairs = zip(own, strides, shape, strict=True)
            found.append([0 if size != wanted else stride for size, stride, wanted in pairs])
    return found


def getitem(self: Tensor, index: Any) -> Tensor:
    """A view where numbers and slices say it all, else a copy of what is picked."""
    if self._shape and is_plain_slice(index):
        return sliced(self, index)
    look, advanced = resolve(self, index)
    if all(item is None for item in advanced):
        return look
    found, shape = gathered(look, advanced)
    data = self._storage.data
    made = make([data[place] for place in found], shape, self.dtype)
    if look._strides == contiguous_strides(look._shape) or not found:
        return made
    return relaid(made, dense_strides(shape, _layouts(look, advanced, shape)))


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """Write a number, or a tensor that broadcasts, to where the index says."""
    look, advanced = resolve(self, index)
    if not is_tensor(value) and not isinstance(value, (bool, int, float)):
        kind = f"torch.{kind_name(self.dtype)}Tensor"
        raise TypeError(f"can't assign a {type(value).__name__} to a {kind}")
    if all(item is None for item in advanced):
        source = _expanded(value, look._shape) if is_tensor(value) else value
        require_no_overlap(look)
        require_separate(look, source, may_be_same=True)
        write(look, values_for(source, look._shape, self))
        return
    indices = [item for item in items_of(index) if is_tensor(item) and item.dtype is _dtypes.int64]
    require_separate(self, value, *indices)
    numbers: list[Any] = []

    def check(shape: list[int]) -> None:  # of what is written, before the places are looked at
        if is_tensor(value) and value.dtype is not self.dtype and _is_fill(index, value):
            numbers.extend([scalar(value.item(), self.dtype)] * math.prod(shape))
            return
        numbers.extend(values_for(value, shape, self))
        if is_tensor(value) and value.dtype is not self.dtype:
            names = [kind_name(t.dtype) for t in (self, value)]
            raise RuntimeError(
                "Index put requires the source and destination dtypes match, got "
                f"{names[0]} for the destination and {names[1]} for the source."
            )

    found, _ = gathered(look, advanced, check)
    data = self._storage.data
    for place, number in zip(found, numbers, strict=True):
        data[place] = number


def _is_fill(index: Any, value: Tensor) -> bool:
    """One number where a single mask is true, which torch converts; it converts nothing else."""
    used = [item for item in items_of(index) if is_tensor(item) and item.ndim]
    used += [item for item in items_of(index) if isinstance(item, (list, range))]
    if len(used) != 1 or value.numel() != 1:
        return False
    return used[0].dtype is _dtypes.bool_ if is_tensor(used[0]) else is_mask(used[0])


def _without_leading_ones(value: Tensor, ndim: int) -> Tensor:
    """A view without dimensions of size 1 in front, as long as it has too many dimensions."""
    first = 0
    while value.ndim - first > ndim and value._shape[first] == 1:
        first += 1
    return _look(value, value._shape[first:], value._strides[first:], value._offset)


def _expanded(value: Tensor, shape: Sequence[int]) -> Tensor:
    """What is written to a view, as a view of the same shape."""
    fitting: Tensor = METHODS["expand"](_without_leading_ones(value, len(shape)), *shape)
    return fitting


def values_for(value: Any, shape: Sequence[int], self: Tensor) -> list[Any]:
    """A number or a tensor, in as many elements as it has to fill."""
    count = math.prod(shape)
    if not is_tensor(value):
        return [scalar(value, self.dtype, halves_overflow=True)] * count
    fitting = _without_leading_ones(value, len(shape))
    missing = len(shape) - fitting.ndim
    if value.numel() == 1 and count and missing >= 0:
        return flat_as(value, self.dtype) * count
    pairs = zip(fitting._shape, shape[max(missing, 0) :], strict=False)
    if missing < 0 or any(size not in (1, wanted) for size, wanted in pairs):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value._shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        )
    return flat_as(stretched(fitting, shape), self.dtype)


METHODS["__getitem__"] = getitem
METHODS["__setitem__"] = setitem
