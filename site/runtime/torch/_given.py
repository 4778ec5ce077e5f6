"""Arguments that many functions take: sizes, dtypes and numbers, refused as torch refuses them."""

from __future__ import annotations

import math
from typing import Any

from ._core import is_tensor
from ._dtypes import FLOAT, INT, bool_, convert, dtype, dtype_of_number, float64, int64

_INT = {int}
_PYTHON_KINDS = {int: int64, float: float64, bool: bool_}


def whole(value: Any) -> bool:
    """Whether it can be a size: a whole number, also one in a tensor of a single element."""
    if is_tensor(value):
        return value.numel() == 1 and value.dtype.category != FLOAT
    return hasattr(value, "__index__")


def int_list(
    name: str, argument: str, given: tuple[Any, ...], position: int | None = 1
) -> tuple[int, ...]:
    """Whole numbers, given as ``f(2, 3)``, ``f((2, 3))``, ``f([2, 3])``, or none.

    Args:
        position: of the argument in a call of the function; None if it was given by name.

    Raises:
        TypeError: if anything else is given.
    """
    is_list = len(given) == 1 and isinstance(given[0], (tuple, list))
    values = tuple(given[0]) if is_list else given
    if set(map(type, values)) <= _INT:
        return values
    where = "" if position is None else f" (position {position})"
    for place, value in enumerate(values):
        if whole(value) and not (place == 0 and isinstance(value, bool)):
            continue
        kind = type(value).__name__
        if place:
            raise TypeError(
                f"{name}(): argument '{argument}' failed to unpack the object at pos {place + 1} "
                f'with error "type must be tuple of ints,but got {kind}"'
            )
        if len(given) > 1:
            raise TypeError(f"{name}() takes 1 positional argument but {len(given)} were given")
        found = f"but found element of type {kind} at pos 0" if is_list else f"not {kind}"
        raise TypeError(f"{name}(): argument '{argument}'{where} must be tuple of ints, {found}")
    return tuple(value.__index__() for value in values)


def int_tuple(name: str, argument: str, values: Any, position: int | None = 1) -> tuple[int, ...]:
    """Whole numbers in a list or a tuple, where a single number is not enough.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(values, (tuple, list)):
        where = "" if position is None else f" (position {position})"
        raise TypeError(
            f"{name}(): argument '{argument}'{where} must be tuple of ints, not "
            f"{type(values).__name__}"
        )
    return int_list(name, argument, (values,), position)


def missing(name: str, *arguments: str) -> TypeError:
    """The error of a call without arguments that it needs."""
    named = ", ".join(f'"{argument}"' for argument in arguments)
    noun = "arguments" if len(arguments) == 1 else "argument"  # so it is in torch
    return TypeError(f"{name}() missing {len(arguments)} required positional {noun}: {named}")


def given_dtype(name: str, kind: Any, default: dtype) -> dtype:
    """A dtype, also as Python's ``int``, ``float`` or ``bool``; the default for None.

    Raises:
        TypeError: for anything else.
    """
    if kind is None:
        return default
    if isinstance(kind, dtype):
        return kind
    found = _PYTHON_KINDS.get(kind) if isinstance(kind, type) else None
    if found is None:
        raise TypeError(
            f"{name}(): argument 'dtype' must be torch.dtype, not {type(kind).__name__}"
        )
    return found


def is_number(value: Any) -> bool:
    """Whether it is a number, or a tensor of one without dimensions."""
    return isinstance(value, (bool, int, float)) or (is_tensor(value) and not value.ndim)


def require_number(name: str, argument: str, position: int, value: Any) -> None:
    """Raises TypeError for what is no number."""
    if is_number(value):
        return
    raise TypeError(
        f"{name}(): argument '{argument}' (position {position}) must be Number, not "
        f"{type(value).__name__}"
    )


def invalid(name: str, *values: Any, **named: Any) -> TypeError:
    """The error of a function that takes arguments in several ways, and these in none of them."""
    kinds = ", ".join(type(value).__name__ for value in values)
    keys = ", ".join(f"{key}={type(value).__name__}" for key, value in named.items())
    given = f"{kinds}, {keys}" if kinds and keys else kinds or (keys and f"{keys}, ")
    return TypeError(
        f"{name}() received an invalid combination of arguments - got ({given}), but expected one "
        "of:\n * what its documentation says"
    )


_C_NAMES = {
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short int",
    "int32": "int", "int64": "long int", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "float32": "float", "float64": "double",
}  # fmt: skip

_HIGHEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": 3.4028234663852886e38}


def c_name(kind: dtype) -> str:
    """What it is in C++, as some of torch's messages have it."""
    return _C_NAMES[kind.name]


def scalar(value: Any, kind: dtype, halves_overflow: bool = False) -> Any:
    """A number, which may be in a tensor without dimensions, as a dtype holds it.

    Args:
        halves_overflow: whether the half types take a number beyond their range as infinite.

    Raises:
        RuntimeError: for a number that is out of its range.
        TypeError: for what is no number.
    """
    if is_tensor(value):
        value = value.item()
    if not isinstance(value, (bool, int, float)):
        raise TypeError(f"argument 'value' must be Number, not {type(value).__name__}")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        raise ValueError("Overflow when unpacking long long")
    # Python's numbers are double: not the default dtype, or nothing would be rounded.
    source = float64 if isinstance(value, float) else dtype_of_number(value)
    if kind.category == FLOAT:
        lost = math.isfinite(value) and abs(value) > _HIGHEST.get(kind.name, math.inf)
    else:
        span = 1 << kind.bits
        highest = span // 2 - 1 if kind.is_signed else span - 1
        # A whole number may also say how far from the end of an unsigned range it is.
        lowest = -span // 2 if kind.is_signed else 0 if isinstance(value, float) else 1 - span
        lost = kind.category == INT and not lowest <= value <= highest
    if lost and not (halves_overflow and kind.category == FLOAT and kind.itemsize == 2):
        name = c_name(kind) if kind.category == FLOAT or kind.bits == 32 else f"{kind.name}_t"
        raise RuntimeError(f"value cannot be converted to type {name} without overflow")
    return convert([value], source, kind)[0]
