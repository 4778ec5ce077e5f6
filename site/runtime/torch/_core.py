"""A tensor: a flat list of numbers, and how to find the element at an index in it.

Element (i, j, …) of a tensor is ``storage.data[offset + i * strides[0] + j * strides[1] + …]``.
A view is another offset, shape and strides on the same storage: writing to it writes to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

from . import _dtypes
from ._dtypes import dtype
from ._registry import METHODS, not_offered


class Size(tuple[int, ...]):
    """A shape."""

    def numel(self) -> int:
        return prod(self)

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> Size:
        return Size(tuple.__add__(self, tuple(other)))


class device:
    """Where a tensor lives: here always the CPU."""

    __slots__ = ("index", "type")

    def __init__(self, type: Any = "cpu", index: int | None = None) -> None:
        name, _, number = str(type).partition(":")
        if name not in ("cpu", "cuda", "mps", "meta"):
            raise RuntimeError(f"Expected one of cpu, cuda, mps, meta device type, got: {name}")
        if name != "cpu":
            raise not_offered(f"the device {name}")
        self.type = name
        self.index = int(number) if number else index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        inner = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{inner})"


CPU = device("cpu")


class Storage:
    """The numbers that a tensor and its views share."""

    __slots__ = ("data",)

    def __init__(self, data: list[Any]) -> None:
        self.data = data


class Tensor:
    """See torch.Tensor. Its methods come from the other modules (``METHODS``)."""

    __slots__ = (
        "__weakref__",
        "_offset",
        "_shape",
        "_storage",
        "_strides",
        "dtype",
        "requires_grad",
    )
    __array_priority__ = 1000
    dtype: dtype

    def __init__(
        self,
        storage: Storage,
        offset: int,
        shape: Sequence[int],
        strides: Sequence[int],
        kind: _dtypes.dtype,
    ) -> None:
        self._storage, self._offset = storage, offset
        self._shape, self._strides = Size(shape), tuple(strides)
        self.dtype = kind
        self.requires_grad = False

    @property
    def shape(self) -> Size:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def device(self) -> device:
        return CPU

    @property
    def is_cuda(self) -> bool:
        return False

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
        return self._shape if dim is None else self._shape[wrap_dim(dim, self.ndim)]

    def stride(self, dim: int | None = None) -> Any:
        return self._strides if dim is None else self._strides[wrap_dim(dim, self.ndim)]

    def storage_offset(self) -> int:
        return self._offset

    def element_size(self) -> int:
        return self.dtype.itemsize

    def is_contiguous(self) -> bool:
        return 0 in self._shape or all(
            size == 1 or stride == wanted
            for size, stride, wanted in zip(
                self._shape, self._strides, contiguous_strides(self._shape), strict=True
            )
        )

    def data_ptr(self) -> int:
        """The same for two tensors exactly where the same would be said of their memory."""
        return id(self._storage) + self._offset * self.dtype.itemsize if self.numel() else 0

    def untyped_storage(self) -> UntypedStorage:
        return UntypedStorage(self)

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        return False

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
        for size in reversed(self._shape[1:]):
            step = size or 1
            values = (
                [values[i : i + size] for i in range(0, len(values), step)]
                if size
                else [[] for _ in range(prod(self._shape[: self.ndim - 1]))]
            )
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
        raise not_offered(f"Tensor.{name}")


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
    return isinstance(value, Tensor)


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row after row without gaps: the last dimension moves by one."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def make(values: list[Any], shape: Sequence[int], kind: dtype) -> Tensor:
    """A new contiguous tensor of numbers that its dtype holds already; keeps the list."""
    return Tensor(Storage(values), 0, shape, contiguous_strides(shape), kind)


def make_fitting(values: list[Any], shape: Sequence[int], kind: dtype) -> Tensor:
    """A new tensor of numbers of the dtype's category, rounded or wrapped to what it holds."""
    return make(kind.fit(values), shape, kind)


def view(of: Tensor, shape: Sequence[int], strides: Sequence[int], offset: int) -> Tensor:
    """Another look at the same numbers."""
    return Tensor(of._storage, offset, shape, strides, of.dtype)


def places(tensor: Tensor) -> Sequence[int]:
    """Where in the storage its elements lie, in the order of their indices."""
    if tensor.is_contiguous():
        return range(tensor._offset, tensor._offset + tensor.numel())
    found: list[int] = [tensor._offset]
    for size, stride in zip(tensor._shape, tensor._strides, strict=True):
        if size == 1:
            continue
        steps = [step * stride for step in range(size)]
        found = [place + step for place in found for step in steps]
    return found


def flat(tensor: Tensor) -> list[Any]:
    """Its elements in the order of their indices; a new list."""
    data, offset = tensor._storage.data, tensor._offset
    if tensor.is_contiguous():
        return data[offset : offset + tensor.numel()]
    return [data[place] for place in places(tensor)]


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
    """
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


def as_shape(sizes: Iterable[Any]) -> tuple[int, ...]:
    """``f(2, 3)``, ``f((2, 3))`` and ``f([2, 3])`` mean the same."""
    given = tuple(sizes)
    if len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = tuple(given[0])
    return tuple(int(size) for size in given)


def install_methods() -> None:
    """Give tensors the methods that the other modules registered."""
    for name, call in METHODS.items():
        setattr(Tensor, name, call)
