"""How the results of operations lie in memory, which torch lets their operands decide."""

from __future__ import annotations

from collections.abc import Sequence

from ._core import Tensor, flat, places


def preserve_strides(made: Tensor, of: Tensor) -> Tensor:
    """Lay a new contiguous tensor out as another one is: with the same strides if those leave no
    gap and nothing twice, else with dense ones in the same order of dimensions."""
    if made.numel() == 0 or of.is_contiguous():
        return made
    step = 1
    for dim in sorted(range(of.ndim), key=lambda d: of._strides[d]):
        if of._shape[dim] != 1:
            if of._strides[dim] != step:
                return relaid(made, dense_strides(of._shape, [of._strides]))
            step *= of._shape[dim]
    return relaid(made, of._strides)


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
    if tuple(strides) == made._strides:
        return made
    values = flat(made)
    laid = Tensor(made._storage, 0, made._shape, strides, made.dtype)
    for place, value in zip(list(places(laid)), values, strict=True):
        laid._storage.data[place] = value
    return laid
