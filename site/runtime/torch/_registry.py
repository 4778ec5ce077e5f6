"""Which functions torch has and which methods a tensor has; every module here adds its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FUNCTIONS: dict[str, Callable[..., Any]] = {}
METHODS: dict[str, Callable[..., Any]] = {}

Function = Callable[..., Any]

# Functions of torch that would hide a builtin of Python are written with an underscore behind.
_SHADOWING = ("abs_", "all_", "any_", "max_", "min_", "pow_", "range_", "round_", "sum_")


def _public_name(call: Function) -> str:
    name = call.__name__
    return name.rstrip("_") if name in _SHADOWING else name


def function(call: Function) -> Function:
    """Offer it as ``torch.name``."""
    FUNCTIONS[_public_name(call)] = call
    return call


def method(call: Function) -> Function:
    """Offer it as ``tensor.name``."""
    METHODS[_public_name(call)] = call
    return call


def both(call: Function) -> Function:
    """Offer it as ``torch.name`` and as ``tensor.name``."""
    return function(method(call))


def attribute(call: Function) -> Function:
    """Offer it as an attribute of tensors that is read without a call."""
    METHODS[call.__name__] = property(call)  # type: ignore[assignment]
    return call


def alias(name: str, call: Function, on_tensor: bool = True, on_torch: bool = True) -> None:
    """Offer a function under one more name."""
    if on_torch:
        FUNCTIONS[name] = call
    if on_tensor:
        METHODS[name] = call


LOCALLY = "run it with real torch on your own machine: python practice/judge.py test NUMBER"


class NotOfferedError(AttributeError, NotImplementedError):
    """Something of torch that the browser's torch does not have."""


def not_offered(name: str) -> NotOfferedError:
    """The error for a name that is not offered, which says how to get on."""
    return NotOfferedError(f"{name} is not in the browser's torch; {LOCALLY}", name=name)
