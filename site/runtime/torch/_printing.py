"""How a tensor looks as text: torch's columns, its shortening of large tensors, its suffixes.

All numbers of a tensor are written in one style, which the numbers themselves decide: whole floats
as ``1.``, others with four decimals, and all with an exponent where they are very large, very small
or far apart. The widest decides the width of a column. Zeros, infinities and NaNs have no say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ._core import Tensor
from ._dtypes import bool_, dtype, get_default_dtype, int64
from ._registry import alias, function

PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}


class _Options:
    """What set_printoptions sets."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_options = _Options()


@function
def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors are printed; what is not named stays, except that sci_mode is decided anew.

    Args:
        precision: digits behind the point.
        threshold: tensors of more elements are shortened.
        edgeitems: how many of a dimension a shortened tensor shows at either end.
        linewidth: characters in a line.
        profile: "default", "short" or "full" as a start.
        sci_mode: whether to write exponents; None lets the numbers decide.
    """
    given: dict[str, Any] = {
        "precision": precision, "threshold": threshold,
        "edgeitems": edgeitems, "linewidth": linewidth,
    }  # fmt: skip
    wanted = dict(PROFILES.get(profile, {})) if profile is not None else {}
    wanted.update({name: value for name, value in given.items() if value is not None})
    for name, value in wanted.items():
        setattr(_options, name, value)
    _options.sci_mode = sci_mode


def _style_of_floats(values: Sequence[float]) -> tuple[Callable[[float], str], int]:
    """How to write one of these numbers, and the width that the widest of them needs."""
    deciding = [value for value in values if value and math.isfinite(value)]
    if not deciding:
        return _whole_float, 1
    sizes = [abs(value) for value in deciding]
    low, high = min(sizes), max(sizes)
    scientific = _options.sci_mode
    if scientific is None:
        scientific = high / low > 1000 or high > 1e8 or low < 1e-4
    style: Callable[[float], str]
    if scientific:
        style = f"{{:.{_options.precision}e}}".format
    elif all(value.is_integer() for value in deciding):
        style = _whole_float
    else:
        style = f"{{:.{_options.precision}f}}".format
    return style, max(len(style(value)) for value in deciding)


def _whole_float(value: float) -> str:
    return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"


def _style(values: Sequence[Any], kind: dtype) -> tuple[Callable[[Any], str], int]:
    """How to write one of these numbers in its column, and the column's width."""
    if kind.is_floating_point:
        write, width = _style_of_floats(values)
    else:
        write, width = str, max((len(str(value)) for value in set(values)), default=1)
    return lambda value: write(value).rjust(width), width


def _shown(size: int, shorten: bool) -> list[int]:
    """The places of a dimension that are shown: all of them, or those at its ends."""
    edge = _options.edgeitems
    if not shorten or size <= 2 * edge:
        return list(range(size))
    return [*range(edge), *range(size - edge, size)]


class _Writer:
    """Writes the elements of one tensor, dimension by dimension."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        self.data = tensor._storage.data
        self.shorten = tensor.numel() > _options.threshold
        places = [tensor._offset]
        for size, stride in zip(tensor._shape, tensor._strides, strict=True):
            steps = [step * stride for step in _shown(size, self.shorten)]
            places = [place + step for place in places for step in steps]
        self.text, self.width = _style([self.data[place] for place in places], tensor.dtype)

    def write(self, dim: int, place: int, indent: int) -> str:
        """The part of the tensor from a dimension on, beginning at a place in its storage."""
        ndim = self.tensor.ndim
        if not ndim:
            return self.text(self.data[place])
        size, stride = self.tensor._shape[dim], self.tensor._strides[dim]
        starts = [place + step * stride for step in _shown(size, self.shorten)]
        last = dim == ndim - 1
        if last:
            parts = [self.text(self.data[start]) for start in starts]
        else:
            parts = [self.write(dim + 1, start, indent + 1) for start in starts]
        if self.shorten and size > 2 * _options.edgeitems:
            mark = " ..." if last and _options.edgeitems else "..."
            parts.insert(_options.edgeitems, mark)
        margin = " " * (indent + 1)
        if not last:
            return "[" + ("," + "\n" * (ndim - 1 - dim) + margin).join(parts) + "]"
        in_line = max(1, math.floor((_options.linewidth - indent) / (self.width + 2)))
        lines = [parts[start : start + in_line] for start in range(0, len(parts), in_line)]
        return "[" + (",\n" + margin).join(", ".join(line) for line in lines) + "]"


def _suffixes(tensor: Tensor) -> list[str]:
    """What the numbers alone do not tell."""
    kind, default = tensor.dtype, get_default_dtype()
    found = []
    if not tensor.numel():
        if tensor.ndim != 1:
            found.append(f"size={tuple(tensor._shape)}")
        if kind is not default:
            found.append(f"dtype={kind}")
    else:
        if not _options.edgeitems:
            found.append(f"size={tuple(tensor._shape)}")
        if kind not in (default, int64, bool_):
            found.append(f"dtype={kind}")
    if tensor.requires_grad:
        found.append("requires_grad=True")
    return found


def tensor_repr(tensor: Tensor) -> str:
    """``tensor(…)``: its numbers, and the dtype where they do not tell it."""
    name = type(tensor).__name__
    start = "tensor(" if name in ("Tensor", "Parameter") else f"{name}("
    indent = len(start)
    text = start
    text += _Writer(tensor).write(0, tensor._offset, indent) if tensor.numel() else "[]"
    column = len(text) - text.rfind("\n") + 1
    for suffix in _suffixes(tensor):
        if column + len(suffix) + 2 > _options.linewidth:
            text += ",\n" + " " * indent + suffix
            column = indent + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"


def _str(tensor: Tensor) -> str:
    return repr(tensor)


def _format(tensor: Tensor, spec: str) -> str:
    """A tensor of no dimensions is formatted as its number; others know no format."""
    if not tensor.ndim and type(tensor).__name__ == "Tensor":
        return format(tensor.item(), spec)
    return object.__format__(tensor, spec)


alias("__repr__", tensor_repr, on_torch=False)
alias("__str__", _str, on_torch=False)
alias("__format__", _format, on_torch=False)
