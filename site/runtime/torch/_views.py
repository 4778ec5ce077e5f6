"""Other looks at the same numbers: each of these only computes an offset, a shape and strides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ._core import (
    Size,
    Tensor,
    broadcast_shapes,
    contiguous_strides,
    flat,
    make,
    stretched,
    wrap_dim,
)
from ._core import (
    view as _look,
)
from ._dtypes import INT, dtype, kind_name
from ._given import int_list, int_tuple, invalid, whole
from ._registry import alias, both, function, method, not_offered


def _sizes_with_unknown(sizes: Sequence[int], count: int) -> tuple[int, ...]:
    """Sizes in which one -1 stands for what is left.

    Raises:
        RuntimeError: if they do not hold that many elements.
    """
    known = math.prod(size for size in sizes if size != -1)
    unknown = sum(1 for size in sizes if size == -1)
    shown = list(sizes)
    if unknown > 1:
        raise RuntimeError("only one dimension can be inferred")
    if any(size < -1 for size in sizes):
        place = next(place for place, size in enumerate(sizes) if size < -1)
        raise RuntimeError(
            f"invalid shape dimension {sizes[place]} at index {place} of shape {shown}"
        )
    if unknown:
        if known == 0:
            raise RuntimeError(
                f"cannot reshape tensor of {count} elements into shape {shown} because the "
                "unspecified dimension size -1 can be any value and is ambiguous"
                if count == 0
                else f"shape '{shown}' is invalid for input of size {count}"
            )
        if count % known == 0:
            return tuple(count // known if size == -1 else size for size in sizes)
    elif known == count:
        return tuple(sizes)
    raise RuntimeError(f"shape '{shown}' is invalid for input of size {count}")


def _view_strides(tensor: Tensor, shape: Sequence[int]) -> tuple[int, ...] | None:
    """Strides that show a tensor in another shape without a copy; None if there are none.

    The old dimensions fall into runs that lie in memory as one; each run has to be cut into whole
    new dimensions.
    """
    if tensor.numel() == 0:
        return contiguous_strides(shape)
    strides = [0] * len(shape)
    place = len(shape) - 1
    run_size, seen = 1, 1  # elements of the present run; of new dimensions cut from it
    base = tensor._strides[-1] if tensor.ndim else 1
    for dim in range(tensor.ndim - 1, -1, -1):
        run_size *= tensor._shape[dim]
        ends = dim == 0 or (
            tensor._shape[dim - 1] != 1 and tensor._strides[dim - 1] != run_size * base
        )
        if not ends:
            continue
        while place >= 0 and (seen < run_size or shape[place] == 1):
            strides[place] = seen * base
            seen *= shape[place]
            place -= 1
        if seen != run_size:
            return None
        if dim > 0:
            base, run_size, seen = tensor._strides[dim - 1], 1, 1
    if tensor.ndim == 0:
        return tuple(1 for _ in shape)
    return tuple(strides) if place < 0 else None


@method
def view(self: Tensor, *shape: Any) -> Tensor:
    """Another shape of the same memory.

    Raises:
        RuntimeError: if the elements do not lie so that strides alone could show it.
    """
    if len(shape) == 1 and isinstance(shape[0], dtype):
        if shape[0] is self.dtype:
            return _look(self, self._shape, self._strides, self._offset)
        raise not_offered("Tensor.view(dtype)")
    first = shape[0] if shape else ()
    if not (isinstance(first, (tuple, list)) or whole(first)) or isinstance(first, bool):
        raise invalid("view", *shape)
    sizes = _sizes_with_unknown(int_list("view", "size", shape), self.numel())
    strides = _view_strides(self, sizes)
    if strides is None:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return _look(self, sizes, strides, self._offset)


@method
def view_as(self: Tensor, other: Tensor) -> Tensor:
    """``view`` in the shape of another tensor."""
    return view(self, other._shape)


@method
def reshape(input: Tensor, *shape: Any) -> Tensor:
    """A view where that is possible, else a copy."""
    sizes = _sizes_with_unknown(int_list("reshape", "shape", shape), input.numel())
    strides = _view_strides(input, sizes)
    if strides is None:
        return make(flat(input), sizes, input.dtype)
    return _look(input, sizes, strides, input._offset)


def _reshape_function(input: Tensor, shape: Any) -> Tensor:
    return reshape(input, int_tuple("reshape", "shape", shape, 2))


alias("reshape", _reshape_function, on_tensor=False)


@method
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """``reshape`` to the shape of another tensor."""
    return reshape(self, other._shape)


@both
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Several neighbouring dimensions as one."""
    first, last = wrap_dim(start_dim, input.ndim), wrap_dim(end_dim, input.ndim)
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if input.ndim == 0:
        return reshape(input, 1)
    if first == last:
        return input
    middle = math.prod(input._shape[first : last + 1])
    return reshape(input, *input._shape[:first], middle, *input._shape[last + 1 :])


@both
def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """One dimension as several."""
    at = wrap_dim(dim, input.ndim)
    inner = _sizes_with_unknown(tuple(sizes), input._shape[at])
    return view(input, *input._shape[:at], *inner, *input._shape[at + 1 :])


@both
def ravel(input: Tensor) -> Tensor:
    """One dimension; a copy unless the elements lie row after row."""
    if input.is_contiguous():
        return view(input, -1)
    return make(flat(input), (input.numel(),), input.dtype)


@both
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Two dimensions change places: their sizes and strides do."""
    one, other = wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim)
    shape, strides = list(input._shape), list(input._strides)
    for of in (shape, strides) if shape else ():
        of[one], of[other] = of[other], of[one]
    return _look(input, shape, strides, input._offset)


alias("swapaxes", transpose)
alias("swapdims", transpose)


@method
def permute(input: Tensor, *dims: Any) -> Tensor:
    """Dimensions in another order."""
    given = int_list("permute", "dims", dims)
    if len(given) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is "
            f"not equal to len(dims) = {len(given)}"
        )
    order = [wrap_dim(dim, input.ndim) for dim in given]
    if len(set(order)) != len(order):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    shape, strides = ([of[dim] for dim in order] for of in (input._shape, input._strides))
    return _look(input, shape, strides, input._offset)


def _permute_function(input: Tensor, dims: Any) -> Tensor:
    return permute(input, int_tuple("permute", "dims", dims, 2))


alias("permute", _permute_function, on_tensor=False)


@both
def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Dimensions go to other places; the rest keep their order."""
    sources, targets = ([d] if isinstance(d, int) else list(d) for d in (source, destination))
    sources = [wrap_dim(dim, input.ndim) for dim in sources]
    targets = [wrap_dim(dim, input.ndim) for dim in targets]
    if len(set(sources)) != len(sources) or len(set(targets)) != len(targets):
        raise RuntimeError("movedim: repeated dim in `source` or `destination`")
    if len(sources) != len(targets):
        raise RuntimeError("movedim: Invalid source or destination dims")
    rest = iter(dim for dim in range(input.ndim) if dim not in sources)
    order = [
        sources[targets.index(place)] if place in targets else next(rest)
        for place in range(input.ndim)
    ]
    return permute(input, order)


alias("moveaxis", movedim)


@both
def t(input: Tensor) -> Tensor:
    """A matrix transposed; a vector as it is."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return (
        transpose(input, 0, 1)
        if input.ndim == 2
        else _look(input, input._shape, input._strides, input._offset)
    )


def _T(self: Tensor) -> Tensor:
    return permute(self, list(reversed(range(self.ndim))))


def _mT(self: Tensor) -> Tensor:
    if self.ndim < 2:
        raise RuntimeError(
            f"tensor.mT is only supported on matrices or batches of matrices. Got {self.ndim}-D "
            "tensor."
        )
    return transpose(self, -1, -2)


Tensor.T = property(_T)  # type: ignore[attr-defined]
Tensor.mT = property(_mT)  # type: ignore[attr-defined]


@both
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """One more dimension, of size 1."""
    at = wrap_dim(dim, input.ndim + 1)
    shape, strides = list(input._shape), list(input._strides)
    strides.insert(at, shape[at] * strides[at] if at < len(shape) else 1)
    shape.insert(at, 1)
    return _look(input, shape, strides, input._offset)


@both
def squeeze(input: Tensor, dim: Any = None) -> Tensor:
    """Without dimensions of size 1: all of them, or those that are named."""
    named = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    gone = {wrap_dim(d, input.ndim) for d in named}
    kept = [d for d in range(input.ndim) if d not in gone or input._shape[d] != 1]
    shape, strides = ([of[d] for d in kept] for of in (input._shape, input._strides))
    return _look(input, shape, strides, input._offset)


@method
def expand(self: Tensor, *sizes: Any, implicit: bool = False) -> Tensor:
    """Dimensions of size 1 stretched without a copy: they do not move in memory."""
    wanted = list(int_list("expand", "size", sizes))
    missing = len(wanted) - self.ndim
    if missing < 0:
        raise RuntimeError(
            f"expand(torch.{kind_name(self.dtype)}Tensor{{{list(self._shape)}}}, size={wanted}): "
            f"the number of sizes provided ({len(wanted)}) must be greater or equal to the number "
            f"of dimensions in the tensor ({self.ndim})"
        )
    for place, size in enumerate(wanted):
        own = self._shape[place - missing] if place >= missing else 1
        if size == -1:
            if place < missing:
                raise RuntimeError(
                    f"The expanded size of the tensor ({size}) isn't allowed in a leading, "
                    f"non-existing dimension {place}"
                )
            wanted[place] = own
        elif own not in (1, size):
            raise RuntimeError(
                f"The expanded size of the tensor ({size}) must match the existing size ({own}) "
                f"at non-singleton dimension {place}.  Target sizes: {wanted}.  Tensor sizes: "
                f"{list(self._shape)}"
            )
    if self.ndim == 0:
        return _look(self, wanted, [0] * len(wanted), self._offset)
    return stretched(self, wanted)


@method
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    """``expand`` to the shape of another tensor."""
    return expand(self, other._shape)


@both
def broadcast_to(input: Tensor, size: Any) -> Tensor:
    """``expand``, as a function."""
    return expand(input, int_list("broadcast_to", "size", (size,), 2))


@function
def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """Tensors stretched to the shape that they have together, as views."""
    given = tensors[0] if len(tensors) == 1 and not isinstance(tensors[0], Tensor) else tensors
    shape = broadcast_shapes(*(tensor._shape for tensor in given))
    return tuple(stretched(tensor, shape) for tensor in given)


def broadcast_shapes_(*shapes: Any) -> Any:
    """The shape that tensors of these shapes have together."""
    return Size(broadcast_shapes(*((s,) if isinstance(s, int) else s for s in shapes)))


alias("broadcast_shapes", broadcast_shapes_, on_tensor=False)


@both
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """One index of one dimension, which is gone then."""
    if input.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    at, place = wrap_dim(dim, input.ndim), index.__index__()
    size = input._shape[at]
    if not -size <= place < size:
        raise IndexError(
            f"select(): index {place} out of range for tensor of size {list(input._shape)} at "
            f"dimension {at}"
        )
    offset = input._offset + place % size * input._strides[at]
    shape, strides = list(input._shape), list(input._strides)
    del shape[at], strides[at]
    return _look(input, shape, strides, offset)


@both
def narrow(input: Tensor, dim: int, start: Any, length: int) -> Tensor:
    """``length`` indices of one dimension, from ``start`` on."""
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if isinstance(start, Tensor) and (start.ndim or start.dtype.category != INT):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    if not (whole(start) and whole(length)):
        raise invalid("narrow", dim, start, length)
    at, first, length = wrap_dim(dim, input.ndim), int(start), int(length)
    size = input._shape[at]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -size <= first <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {first})"
        )
    first += size if first < 0 else 0
    if first + length > size:
        raise RuntimeError(f"start ({first}) + length ({length}) exceeds dimension size ({size}).")
    return sliced(input, at, first, first + length, 1)


def sliced(input: Tensor, dim: int, start: int, stop: int, step: int) -> Tensor:
    """Every step-th index of one dimension from start to before stop, all within the tensor."""
    shape, strides = list(input._shape), list(input._strides)
    offset = input._offset + start * strides[dim]
    shape[dim] = max(0, -(-(stop - start) // step))
    strides[dim] *= step
    return _look(input, shape, strides, offset)
