"""A tensor: a flat list of numbers, and how to find the element at an index in it.

The list is the storage. Element (i, j, …) lies at ``offset + i * strides[0] + j * strides[1] + …``
in it, so a stride says how far it is from one index of a dimension to the next:

    >>> a = torch.arange(12).reshape(3, 4)
    >>> a._storage.data
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    >>> a.shape, a.stride(), a.storage_offset()
    (torch.Size([3, 4]), (4, 1), 0)

From one row to the next it is 4 places, from one column to the next it is 1: row after row without
gaps, which is called contiguous. A view is another offset, shape and strides on the same storage.
Transposing moves no number: the sizes change places, and the strides with them.

    >>> a.t().shape, a.t().stride()
    (torch.Size([4, 3]), (1, 4))

A slice begins elsewhere, and its step multiplies a stride. Without the first row it begins at 4,
and from every other column to the next it is 2 places:

    >>> b = a[1:, ::2]
    >>> b.shape, b.stride(), b.storage_offset()
    (torch.Size([2, 2]), (4, 2), 4)
    >>> list(places(b))
    [4, 6, 8, 10]

A stride of 0 does not move at all: an expanded dimension shows the same numbers again and again.

    >>> a[:, :1].expand(3, 4)
    tensor([[0, 0, 0, 0],
            [4, 4, 4, 4],
            [8, 8, 8, 8]])
    >>> a[:, :1].expand(3, 4).stride()
    (4, 0)

As they all look at the same list, writing to one is seen in all of them.

    >>> b[0, 1] = -1
    >>> a[1]
    tensor([ 4,  5, -1,  7])

Not every shape has strides. The rows of ``a.t()`` in one row would begin 0, 4, 8, 1: no one step
leads from each of these to the next. So ``view`` refuses, and ``reshape`` makes a new list.

    >>> a.t().reshape(12)._storage.data
    [0, 4, 8, 1, 5, 9, 2, -1, 10, 3, 7, 11]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from . import _dtypes
from ._device import CPU, device
from ._dtypes import dtype
from ._registry import METHODS, not_offered
from ._size import Size as Size


class Storage:
    """The numbers that a tensor and its views share."""

    __slots__ = ("data",)

    def __init__(self, data: list[Any]) -> None:
        self.data = data


class Tensor:
    """A look at a storage: an offset, a shape and strides. The other modules add methods."""

    __slots__ = (
        "__weakref__",
        "_offset",
        "_shape",
        "_storage",
        "_strides",
        "dtype",
        "needs_grad",
    )
    __array_priority__ = 1000
    dtype: dtype

    def __init__(
        self, storage: Any = None, offset: Any = None, shape: Any = None, strides: Any = None,
        kind: Any = None,
    ) -> None:  # fmt: skip
        if type(storage) is not Storage:  # torch.Tensor([1, 2]), torch.Tensor(2, 3)
            from ._typed import become_constructed

            given = (storage, offset, shape, strides, kind)
            become_constructed(self, tuple(value for value in given if value is not None))
            return
        self._storage, self._offset = storage, offset
        self._shape, self._strides = tuple(shape), tuple(strides)
        self.dtype = kind
        self.needs_grad = False

    @property
    def shape(self) -> Size:
        return tuple.__new__(Size, self._shape)

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def device(self) -> device:
        return CPU

    @property
    def requires_grad(self) -> bool:
        return self.needs_grad

    @requires_grad.setter
    def requires_grad(self, wanted: bool) -> None:
        """Parameters may say so; for others it would mean gradients, which are not here."""
        if wanted and type(self) is Tensor:
            raise not_offered("requires_grad=True")
        self.needs_grad = wanted

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.numel() * self.dtype.itemsize

    def dim(self) -> int:
        return len(self._shape)

    def numel(self) -> int:
        return prod(self._shape)

    nelement = numel

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self._shape[wrap_dim(dim, self.ndim)]

    def stride(self, dim: int | None = None) -> Any:
        return self._strides if dim is None else self._strides[wrap_dim(dim, self.ndim)]

    def storage_offset(self) -> int:
        return self._offset

    def element_size(self) -> int:
        return self.dtype.itemsize

    def is_contiguous(self, memory_format: Any = None) -> bool:
        return is_contiguous_layout(self._shape, self._strides)

    def data_ptr(self) -> int:
        """The same for two tensors exactly where the same would be said of their memory."""
        return id(self._storage) + self._offset * self.dtype.itemsize if self.numel() else 0

    def untyped_storage(self) -> UntypedStorage:
        return UntypedStorage(self)

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of a 0-d tensor")
        return self._shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self._shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter([METHODS["__getitem__"](self, index) for index in range(self._shape[0])])

    def __hash__(self) -> int:
        return id(self)

    def tolist(self) -> Any:
        values = flat(self)
        if len(self._shape) == 1:
            return values
        for dim in range(len(self._shape) - 1, 0, -1):
            size, count = self._shape[dim], prod(self._shape[:dim])
            values = [values[place * size : (place + 1) * size] for place in range(count)]
        return values if self._shape else values[0]

    def item(self) -> Any:
        if self.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {self.numel()} elements cannot be converted to Scalar"
            )
        return flat(self)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python asks for these to find out what an object can do
            raise AttributeError(name)
        from ._names import absent  # long, and hardly ever needed

        raise absent("Tensor", name)


class UntypedStorage:
    """What ``tensor.untyped_storage()`` gives: enough to tell whether two tensors share memory."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def data_ptr(self) -> int:
        return id(self._tensor._storage)

    def nbytes(self) -> int:
        return len(self._tensor._storage.data) * self._tensor.dtype.itemsize

    def size(self) -> int:
        return self.nbytes()


def is_tensor(value: Any) -> bool:
    """Whether it is a tensor."""
    return isinstance(value, Tensor)


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row after row without gaps: the last dimension moves by one."""
    return _contiguous_strides(tuple(shape))


@lru_cache(maxsize=4096)
def _contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def make(values: list[Any], shape: Sequence[int], kind: dtype) -> Tensor:
    """A new contiguous tensor of numbers that its dtype holds already; keeps the list."""
    if len(shape) == 1:
        return Tensor(Storage(values), 0, shape, (1,), kind)
    return Tensor(Storage(values), 0, shape, contiguous_strides(shape), kind)


def make_fitting(values: list[Any], shape: Sequence[int], kind: dtype) -> Tensor:
    """A new tensor of numbers of the dtype's category, rounded or wrapped to what it holds."""
    return make(kind.fit(values), shape, kind)


def view(of: Tensor, shape: Sequence[int], strides: Sequence[int], offset: int) -> Tensor:
    """Another look at the same numbers."""
    return Tensor(of._storage, offset, shape, strides, of.dtype)


@lru_cache(maxsize=4096)
def as_few_dims(shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The same places in the same order as (size, stride) of as few dimensions as it takes."""
    dims: list[tuple[int, int]] = []
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if size == 1:
            continue
        if dims and stride == dims[-1][0] * dims[-1][1]:  # it goes on where the inner one ends
            dims[-1] = (dims[-1][0] * size, dims[-1][1])
        else:
            dims.append((size, stride))
    return tuple(reversed(dims))


@lru_cache(maxsize=4096)
def is_contiguous_layout(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    """Whether elements lie row after row without gaps."""
    dims = as_few_dims(shape, strides)
    return not dims or (len(dims) == 1 and dims[0][1] == 1) or 0 in shape


def _spread(starts: list[int], dims: Iterable[tuple[int, int]]) -> list[int]:
    """The places that are reached from these by going along dimensions."""
    for size, stride in dims:
        steps = [step * stride for step in range(size)]
        starts = [place + step for place in starts for step in steps]
    return starts


def places(tensor: Tensor) -> Sequence[int]:
    """Where in the storage its elements lie, in the order of their indices."""
    if tensor.is_contiguous():
        return range(tensor._offset, tensor._offset + tensor.numel())
    return _spread([tensor._offset], as_few_dims(tensor._shape, tensor._strides))


def runs(tensor: Tensor) -> list[slice] | None:
    """Where its elements lie, as slices of the storage; None where each would be of a few only."""
    dims = as_few_dims(tensor._shape, tensor._strides)
    if not dims:
        return [slice(tensor._offset, tensor._offset + 1)]
    size, step = dims[-1]
    if size < 4 or step <= 0:  # backwards, as flip has it
        return None
    return [
        slice(start, start + size * step, step) for start in _spread([tensor._offset], dims[:-1])
    ]


def flat(tensor: Tensor) -> list[Any]:
    """Its elements in the order of their indices; a new list."""
    data, offset = tensor._storage.data, tensor._offset
    if tensor._strides == (1,):
        return data[offset : offset + tensor._shape[0]]
    if tensor.is_contiguous():
        return data[offset : offset + prod(tensor._shape)]
    slices = runs(tensor)
    if slices is None:
        return [data[place] for place in places(tensor)]
    values: list[Any] = []
    for part in slices:
        values += data[part]
    return values


def write(tensor: Tensor, values: Sequence[Any]) -> None:
    """Put numbers that its dtype holds in the place of its elements."""
    data, offset = tensor._storage.data, tensor._offset
    if tensor.is_contiguous():
        data[offset : offset + len(values)] = values
        return
    for place, value in zip(places(tensor), values, strict=True):
        data[place] = value


def flat_as(tensor: Tensor, kind: dtype) -> list[Any]:
    """Its elements as numbers of another kind."""
    return _dtypes.convert(flat(tensor), tensor.dtype, kind)


def wrap_dim(dim: int, ndim: int) -> int:
    """A dimension counted from the front; a tensor without dimensions counts as having one.

    Raises:
        IndexError: if there is no such dimension.
        TypeError: for a truth value.
    """
    if dim is True or dim is False:
        raise TypeError("argument 'dim' must be int, not bool")
    most = max(ndim, 1)
    if not -most <= dim < most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], "
            f"but got {dim})"
        )
    return dim % most


def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that all of them become: sizes of 1 and missing ones are stretched.

    Raises:
        RuntimeError: naming the first dimension, from the front, that does not fit.
    """
    ndim = max((len(shape) for shape in shapes), default=0)
    result = [1] * ndim
    for shape in shapes:
        for back in range(1, len(shape) + 1):
            size, so_far = shape[-back], result[-back]
            if size == so_far or size == 1:
                continue
            if so_far != 1:
                raise RuntimeError(
                    f"The size of tensor a ({so_far}) must match the size of tensor b ({size}) "
                    f"at non-singleton dimension {ndim - back}"
                )
            result[-back] = size
    return tuple(result)


def stretched(tensor: Tensor, shape: Sequence[int]) -> Tensor:
    """The tensor as a view of a shape that it broadcasts to: stretched dimensions do not move."""
    missing = len(shape) - tensor.ndim
    strides = [0] * missing + [
        0 if size == 1 and wanted != 1 else stride
        for size, stride, wanted in zip(
            tensor._shape, tensor._strides, shape[missing:], strict=True
        )
    ]
    for place in range(missing - 1, -1, -1):
        if shape[place] == 1:
            last = place == len(shape) - 1
            strides[place] = 1 if last else shape[place + 1] * strides[place + 1]
    return view(tensor, shape, strides, tensor._offset)


def install_methods() -> None:
    """Give tensors the methods that the other modules registered."""
    for name, call in METHODS.items():
        setattr(Tensor, name, call)
