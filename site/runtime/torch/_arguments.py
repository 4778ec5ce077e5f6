"""Arguments of a wrong kind: named by the function that was called, as torch names them.

Functions here take what they are given and fail somewhere inside, if at all. Only then are the
arguments held against the annotations, so a call that succeeds pays nothing for it.
"""

from __future__ import annotations

import functools
import inspect
from types import FunctionType
from typing import Any

from ._core import is_tensor
from ._registry import FUNCTIONS, METHODS, Function

_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x2": "other"}


def _fits(value: Any, annotation: str) -> bool:
    if value is None and "None" in annotation:
        return True
    kind = annotation.removesuffix(" | None")
    if kind == "Tensor":
        return is_tensor(value)
    if kind == "int":
        return hasattr(value, "__index__")
    return True


def _complaint(
    call: Function, name: str, first: int, given: tuple[Any, ...], named: dict[str, Any]
) -> str:
    """What is wrong with the arguments; empty if nothing is that the annotations tell."""
    parameters = inspect.signature(call).parameters
    try:
        bound = inspect.signature(call).bind(*given, **named).arguments
    except TypeError as error:
        return f"{name}() {error}"
    for place, (key, value) in enumerate(bound.items()):
        wanted = str(parameters[key].annotation)
        if not _fits(value, wanted):
            where = f" (position {place + first})" if place < len(given) else ""
            kind = wanted.removesuffix(" | None")
            return f"{name}(): argument '{key}'{where} must be {kind}, not {type(value).__name__}"
    return ""


def _explained(name: str, call: Function, first: int) -> Function:
    @functools.wraps(call)
    def inner(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except (AttributeError, TypeError, ValueError):
            renamed = {_NUMPY_NAMES.get(key, key): value for key, value in named.items()}
            if renamed != named:  # torch understands NumPy's names as well
                return inner(*given, **renamed)
            complaint = _complaint(call, name, first, given, named)
            if complaint:
                raise TypeError(complaint) from None
            raise

    return inner


def explain_all() -> None:
    """Let everything that torch and its tensors offer name an argument that made it fail."""
    for offered, first in ((FUNCTIONS, 1), (METHODS, 0)):  # a method's own tensor does not count
        for name, call in offered.items():
            if isinstance(call, FunctionType) and not name.startswith("__"):
                offered[name] = _explained(name, call, first)
