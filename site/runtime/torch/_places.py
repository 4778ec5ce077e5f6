"""From indices to places in the storage.

Taking elements from, or putting them to, where a tensor of indices says comes down to one list: for
each index, the place in the storage that it means. Along one dimension the index says where to go;
along the others an element stays in its own row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._arithmetic import _maximum, _minimum
from ._core import Tensor, flat, make, places, view
from ._dtypes import float32
from ._layout import preserve_strides
from ._registry import METHODS, both

Pair = Callable[[Any, Any], Any]

COMBINE: dict[str, Pair] = {
    "sum": lambda one, other: one + other,
    "prod": lambda one, other: one * other,
    "mean": lambda one, other: one + other,
    "amax": _maximum,
    "amin": _minimum,
}


def targets(self: Tensor, dim: int, index: Tensor) -> list[int]:
    """Where in the storage the elements lie that an index of some shape means along a dimension.

    Raises:
        RuntimeError: for an index outside of the dimension.
    """
    size, stride = (self._shape[dim], self._strides[dim]) if self.ndim else (1, 1)
    found = flat(index)
    for place in found:
        if not 0 <= place < size:
            raise RuntimeError(
                f"index {place} is out of bounds for dimension {dim} with size {size}"
            )
    if self.ndim == 0:
        return [self._offset] * len(found)
    strides = list(self._strides)
    strides[dim] = 0  # the index moves along it
    shape = index._shape or (1,)
    starts = places(view(self, shape, strides, self._offset))
    return [start + place * stride for start, place in zip(starts, found, strict=True)]


def put(
    self: Tensor, found: Sequence[int], values: Sequence[Any], combine: Pair | None,
    rounds_each: bool = False,
) -> None:  # fmt: skip
    """Write to places of the storage, one after the other: a place may come more than once.

    What a half type adds up is kept in single precision until the end, unless each is rounded.
    """
    data, kind = self._storage.data, self.dtype
    in_single = kind.is_floating_point and kind.itemsize == 2 and not rounds_each
    fit = float32.fit if in_single else kind.fit
    if combine is None:
        for place, value in zip(found, values, strict=True):
            data[place] = value
        return
    for place, value in zip(found, values, strict=True):
        data[place] = fit([combine(data[place], value)])[0]
    if in_single:
        for place in set(found):
            data[place] = kind.fit([data[place]])[0]


def offer_copying(*names: str, keeps_strides: bool = False) -> None:
    """For each method that writes into the tensor one that writes into a copy."""
    for name in names:

        def call(input: Tensor, *given: Any, _name: str = name, **options: Any) -> Tensor:
            copy = make(flat(input), input._shape, input.dtype)
            if keeps_strides:
                copy = preserve_strides(copy, input)
            made: Tensor = METHODS[f"{_name}_"](copy, *given, **options)
            return made

        call.__name__ = name
        call.__doc__ = f"``{name}_`` on a copy."
        both(call)
