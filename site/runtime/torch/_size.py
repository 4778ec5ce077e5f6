"""Shapes: tuples of whole numbers that print as torch's do."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any


class Size(tuple[int, ...]):
    """A shape."""

    def __new__(cls, sizes: Iterable[int] = ()) -> Size:
        made = tuple.__new__(cls, sizes)
        for place, size in enumerate(made):
            if type(size) is not int and not hasattr(size, "__index__"):
                raise TypeError(
                    f"torch.Size() takes an iterable of 'int' (item {place} is "
                    f"'{type(size).__name__}')"
                )
        return made

    def numel(self) -> int:
        return prod(self)

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> Size:
        return Size(tuple.__add__(self, tuple(other)))

    def __radd__(self, other: Any) -> Size:
        return Size(tuple.__add__(tuple(other), self))

    def __mul__(self, count: Any) -> Size:
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__
