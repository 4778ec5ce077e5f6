"""What the dtypes can hold: ``finfo`` and ``iinfo``, as in torch."""

from __future__ import annotations

from typing import Any

from ._dtypes import FLOAT, INT, dtype, get_default_dtype

# Of a float: binary digits, and the exponents of its smallest and largest normal numbers.
_FORMS = {
    "float16": (11, -14, 15), "bfloat16": (8, -126, 127), "float32": (24, -126, 127),
    "float64": (53, -1022, 1023),
}  # fmt: skip


class finfo:
    """The limits of a floating point dtype; of the default one if none is named.

    Attributes:
        eps: the distance from 1 to the next number.
        max, min: the largest and the smallest number.
        tiny: the smallest positive number that has all its digits; also ``smallest_normal``.
        resolution: 10 to the power of minus the decimal digits that every number keeps.
    """

    def __init__(self, type: dtype | None = None) -> None:
        kind = get_default_dtype() if type is None else type
        if not isinstance(kind, dtype):
            raise TypeError(f"finfo(): argument 'type' must be torch.dtype, not {_name(kind)}")
        if kind.category != FLOAT:
            raise TypeError(
                f"torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                f"'{kind.name}'"
            )
        digits, lowest, highest = _FORMS[kind.name]
        self.dtype, self.bits = kind.name, 8 * kind.itemsize
        self.eps = 2.0 ** (1 - digits)
        self.max = 2.0**highest * (2 - self.eps)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0**lowest
        self.resolution = 10.0 ** -int((digits - 1) * 0.30103)  # decimal digits in binary ones

    def __repr__(self) -> str:
        numbers = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        shown = ", ".join(f"{name}={getattr(self, name):g}" for name in numbers)
        return f"finfo({shown}, dtype={self.dtype})"


class iinfo:
    """The limits of a dtype of whole numbers."""

    def __init__(self, type: dtype) -> None:
        if not isinstance(type, dtype):
            raise TypeError(f"iinfo(): argument 'type' must be torch.dtype, not {_name(type)}")
        if type.category != INT:
            if type.category != FLOAT:
                raise TypeError(f"torch.{type.name} is not supported by torch.iinfo")
            raise TypeError(
                f"torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                f"'{type.name}'"
            )
        self.dtype, self.bits = type.name, type.bits
        self.max = (1 << (type.bits - type.is_signed)) - 1
        self.min = -self.max - 1 if type.is_signed else 0

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def _name(value: Any) -> str:
    return type(value).__name__
