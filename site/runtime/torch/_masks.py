"""Elements chosen by a condition; and tensors filled with a number or with another tensor."""

from __future__ import annotations

import math
from typing import Any

from . import _dtypes
from ._checks import exact_out, kind_name, require_separate, require_writable, scalar
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
    view,
    write,
)
from ._creation import clone
from ._dtypes import BOOL, INT, dtype_of_number, float64, result_type_of
from ._elementwise import check_operands, laid_out
from ._given import c_name
from ._registry import METHODS, alias, both, function, method


def _require_mask(name: str, mask: Tensor) -> None:
    if not is_tensor(mask):
        raise TypeError(f"{name}(): argument 'mask' must be Tensor, not {type(mask).__name__}")
    if mask.dtype.category != BOOL:
        raise RuntimeError(
            f"{name} only supports boolean masks, but got mask with dtype {c_name(mask.dtype)}"
        )


def _stretched_to(self: Tensor, other: Tensor) -> list[Any]:
    """Another tensor's elements in this one's shape, which must not change for it."""
    shape = broadcast_shapes(self._shape, other._shape)
    if shape != self._shape:
        raise RuntimeError(
            f"output with shape {list(self._shape)} doesn't match the broadcast shape {list(shape)}"
        )
    return flat(stretched(other, shape))


def _copy_for(self: Tensor, mask: Tensor) -> Tensor:
    """The tensor in the shape that it and a mask have together, as a copy."""
    shape = broadcast_shapes(mask._shape, self._shape)
    return make(flat(stretched(self, shape)), shape, self.dtype)


@method
def masked_fill_(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """Write one number where the mask is true."""
    if is_tensor(value) and value.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    _require_mask("masked_fill_", mask)
    require_separate(self, mask, may_be_same=True)
    number, data = scalar(value, self.dtype), self._storage.data
    for place, chosen in zip(places(self), _stretched_to(self, mask), strict=True):
        if chosen:
            data[place] = number
    return self


@both
def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """A copy with one number where the mask is true; the tensor and the mask broadcast."""
    _require_mask("masked_fill_", mask)
    return masked_fill_(_copy_for(input, mask), mask, value)


@method
def masked_scatter_(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of a source one after the other to where the mask is true."""
    if self.dtype is not source.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{kind_name(self.dtype)} and {kind_name(source.dtype)}"
        )
    _require_mask("masked_scatter_", mask)
    require_writable(self)
    require_separate(self, mask, source)
    chosen = [
        place
        for place, wanted in zip(places(self), _stretched_to(self, mask), strict=True)
        if wanted
    ]
    values = flat(source)
    if len(values) < len(chosen):
        raise RuntimeError("Number of elements of source < number of ones in mask")
    for place, value in zip(chosen, values, strict=False):
        self._storage.data[place] = value
    return self


@both
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy with a source's elements where the mask is true."""
    return masked_scatter_(_copy_for(input, mask), mask, source)


@both
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements where the mask is true, as a vector."""
    if mask.dtype.category != BOOL:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = broadcast_shapes(mask._shape, input._shape)
    pairs = zip(flat(stretched(input, shape)), flat(stretched(mask, shape)), strict=True)
    found = [value for value, chosen in pairs if chosen]
    return exact_out(make(found, (len(found),), input.dtype), out, input, mask)


_ABSENT: Any = object()


@function
def where(
    condition: Tensor, input: Any = _ABSENT, other: Any = _ABSENT, *, out: Tensor | None = None
) -> Any:
    """Elements of one tensor or of another, broadcast; with a condition only: where it is true."""
    if not is_tensor(condition):
        raise TypeError(
            f"where(): argument 'condition' must be Tensor, not {type(condition).__name__}"
        )
    if input is _ABSENT and other is _ABSENT:
        return nonzero(condition, as_tuple=True)
    if input is _ABSENT or other is _ABSENT:
        raise TypeError("where() received an invalid combination of arguments")
    check_operands(input, other)
    for name, value in (("input", input), ("other", other)):
        if out is not None and not is_tensor(value):
            raise TypeError(f"argument '{name}' must be Tensor, not {type(value).__name__}")
    if condition.dtype not in (_dtypes.bool_, _dtypes.uint8):
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{kind_name(condition.dtype)}"
        )
    kind = result_type_of((input, other), is_tensor)
    given = (condition, input, other)
    shape = broadcast_shapes(*(tensor._shape for tensor in given if is_tensor(tensor)))
    count = math.prod(shape)
    ones, others = (
        flat_as(stretched(value, shape), kind)
        if is_tensor(value)
        else [scalar(value, kind, halves_overflow=True)] * count
        for value in (input, other)
    )
    chosen = flat(stretched(condition, shape))
    picked = [one if choice else two for choice, one, two in zip(chosen, ones, others, strict=True)]
    return exact_out(laid_out(make(picked, shape, kind), *given), out)


def _where(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    made: Tensor = where(condition, self, other)
    return made


alias("where", _where, on_torch=False)


@both
def nonzero(input: Tensor, *, as_tuple: bool = False, out: Tensor | None = None) -> Any:
    """The indices of the elements that are not zero: rows, or a tensor for each dimension."""
    numbers = [number for number, value in enumerate(flat(input)) if value]
    count, int64 = len(numbers), _dtypes.int64
    shape = input._shape or ((1,) if as_tuple else ())
    columns = [
        [number // step % size for number in numbers]
        for size, step in zip(shape, contiguous_strides(shape), strict=True)
    ]
    table = make([place for column in columns for place in column], (len(shape), count), int64)
    if as_tuple:
        return METHODS["unbind"](table)
    return exact_out(
        view(table, (count, len(shape)), (1, max(count, 1)), 0), out
    )  # column by column


@function
def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """Numbers in the whole tensor as an index for each dimension of a shape."""
    if indices.dtype.category != INT:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    steps = [math.prod(sizes[dim + 1 :]) for dim in range(len(sizes))]
    numbers = flat(indices)
    rows = [
        number // step % size for number in numbers for size, step in zip(sizes, steps, strict=True)
    ]
    table = make(rows, (*indices._shape, len(sizes)), _dtypes.int64)
    found: tuple[Tensor, ...] = METHODS["unbind"](table, -1)
    return found


@both
def argwhere(input: Tensor) -> Tensor:
    """The indices of the elements that are not zero, a row for each."""
    found: Tensor = nonzero(input)
    return found


@both
def fill_(input: Tensor, value: Any) -> Tensor:
    """Write one number everywhere."""
    if is_tensor(value) and value.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.ndim} dimensions."
        )
    if is_tensor(value):
        require_writable(input)
        number = flat_as(value, input.dtype)[0]
    else:
        number = scalar(value, input.dtype, halves_overflow=input.numel() == 1)
    write(input, [number] * input.numel())
    return input


@both
def zero_(input: Tensor) -> Tensor:
    """Write zeros everywhere."""
    return fill_(input, 0)


@function
def fill(input: Tensor, value: Any) -> Tensor:
    """A new tensor of the same shape with one number everywhere."""
    return fill_(clone(input), value)


@method
def copy_(self: Tensor, src: Any, non_blocking: bool = False) -> Tensor:
    """Write another tensor's elements, broadcast and converted.

    Raises:
        RuntimeError: if both are parts of the same memory, or the other one is larger.
    """
    if src is self:
        return self
    if not is_tensor(src):
        if not isinstance(src, (bool, int, float)):
            raise TypeError(
                f"copy_(): argument 'other' (position 1) must be Tensor, not {type(src).__name__}"
            )
        src = make([src], (), float64 if isinstance(src, float) else dtype_of_number(src))
    values = _stretched_to(self, src)
    require_writable(self)
    require_separate(self, src, may_be_same=True)
    write(self, _dtypes.convert(values, src.dtype, self.dtype))
    return self


@method
def fill_diagonal_(self: Tensor, fill_value: Any, wrap: bool = False) -> Tensor:
    """Write one number where all indices are the same; of a tall matrix on and on if asked."""
    if self.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.ndim > 2 and len(set(self._shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    size, step = min(self._shape), sum(self._strides)
    fill_(view(self, (size,), (step,), self._offset), fill_value)
    rows, columns = self._shape[:2]
    if wrap and self.ndim == 2 and rows > columns + 1:
        start = self._offset + (columns + 1) * self._strides[0]
        left = -(-rows * columns // (columns + 1)) - size
        fill_(view(self, (left,), (step,), start), fill_value)
    return self
