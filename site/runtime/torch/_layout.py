"""How the results of operations lie in memory, which torch lets their operands decide."""

from __future__ import annotations

from collections.abc import Sequence

from ._core import Tensor, contiguous_strides, flat, places


class layout(str):
    """How elements are stored: here always with strides."""

    __repr__ = str.__str__


class memory_format(str):
    """How a new tensor is to lie: row after row, or as the one that it is made of."""

    __repr__ = str.__str__


strided = layout("torch.strided")
contiguous_format = memory_format("torch.contiguous_format")
preserve_format = memory_format("torch.preserve_format")


def is_dense(tensor: Tensor) -> bool:
    """Whether it fills a stretch of memory without gaps, in some order of its dimensions."""
    return is_dense_layout(tensor._shape, tensor._strides)


def is_dense_layout(shape: Sequence[int], strides: Sequence[int]) -> bool:
    step = 1
    for stride, size in sorted(zip(strides, shape, strict=True)):
        if size != 1:
            if stride != step:
                return False
            step *= size
    return True


def plain_strides(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """The layouts that torch tries first: row after row, and of images also pixel after pixel."""
    rows = contiguous_strides(shape)
    return [rows, pixel_strides(shape)] if len(shape) == 4 else [rows]


def pixel_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Of images, or videos, whose channels are the second dimension, but lie innermost."""
    strides = contiguous_strides([shape[0], *shape[2:], shape[1]])
    return (strides[0], strides[-1], *strides[1:-1])


def lies_in_pixels(tensor: Tensor) -> bool:
    """Whether torch takes it for images or videos that lie pixel after pixel."""
    if tensor.ndim not in (4, 5) or 0 in tensor._shape or not tensor._strides[1]:
        return False
    least = 0
    for dim in (1, *range(tensor.ndim - 1, 1, -1), 0):
        size, stride = tensor._shape[dim], tensor._strides[dim]
        if stride < least or (dim == 0 and least == tensor._strides[1]):  # the latter has one pixel
            return False
        least = stride * max(size, 1)
    return True


def lies_so(tensor: Tensor, strides: Sequence[int]) -> bool:
    """Whether it has these strides, as far as strides matter: not where the size is 1."""
    triples = zip(tensor._shape, tensor._strides, strides, strict=True)
    return all(size == 1 or stride == wanted for size, stride, wanted in triples)


def preserve_strides(made: Tensor, of: Tensor) -> Tensor:
    """Lay a new contiguous tensor out as another one is: with the same strides if those leave no
    gap and nothing twice, else with dense ones in the same order of dimensions."""
    if made.numel() == 0 or of._strides == made._strides:
        return made
    strides = of._strides if is_dense(of) else dense_strides(of._shape, [of._strides])
    return relaid(made, strides)


def dense_strides(shape: Sequence[int], layouts: Sequence[Sequence[int]]) -> list[int]:
    """Strides without gaps for a result, its dimensions in the order that its operands have.

    The first operand whose strides tell two dimensions apart decides; a stride of 0 tells nothing.
    """

    def is_outer(one: int, other: int) -> int:
        for strides in layouts:
            first, second = strides[one], strides[other]
            if first == 0 or second == 0:
                continue
            if first != second:
                return 1 if first > second else -1
            if shape[one] > shape[other]:
                return 1
        return 0

    order = list(reversed(range(len(shape))))  # from the innermost
    for place in range(1, len(order)):
        at = place
        for before in range(place - 1, -1, -1):
            found = is_outer(order[before], order[at])
            if found > 0:
                order[before], order[at] = order[at], order[before]
                at = before
            elif found < 0:
                break
    result, step = [0] * len(shape), 1
    for dim in order:
        result[dim] = step
        step *= shape[dim]
    return result


def relaid(made: Tensor, strides: Sequence[int]) -> Tensor:
    """A new contiguous tensor with other strides, which must be dense."""
    laid = Tensor(made._storage, 0, made._shape, strides, made.dtype)
    if laid.is_contiguous():  # then only dimensions of size 1 have other strides
        return laid
    values = flat(made)
    for place, value in zip(list(places(laid)), values, strict=True):
        laid._storage.data[place] = value
    return laid
