"""What a problem's tests.py imports. The same names work under pytest, where they only raise.

assert f(x) == 3, "rule"              types count: see compare.py
assert same(f(x), tensor), "rule"     the same, for tensors too
assert close(f(x), 0.1), "rule"       for floats
with raises(ValueError, "rule"): f(0)
explore(TableMachine, runs=100, steps=30, seed=82)
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from . import machine
from .compare import closeness, difference
from .machine import SKIP, Draws, Machine

__all__ = ["SKIP", "Draws", "Machine", "close", "explore", "raises", "same"]


def same(got: Any, expected: Any) -> bool:
    """Equal in type and value, part by part; tensors in dtype, shape and values."""
    return difference(got, expected) is None


def close(got: Any, expected: Any, rtol: float = 1e-5, atol: float = 1e-6) -> bool:
    """As ``same``, but floats may be off by ``atol + rtol * |expected|``."""
    return closeness(got, expected, rtol, atol) is None


class raises:
    """A ``with`` block that must raise one of ``kinds``. Code that is not written does not count:
    NotImplementedError is a RuntimeError, and so is endless recursion."""

    def __init__(self, kinds: type[Exception] | tuple[type[Exception], ...], rule: str) -> None:
        self.kinds, self.rule = kinds, rule

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if kind is None:
            raise AssertionError(f"nothing was raised: {self.rule}")
        return issubclass(kind, self.kinds) and not issubclass(
            kind, NotImplementedError | RecursionError
        )


def explore(kind: type[Machine], *, runs: int, steps: int, seed: int) -> None:
    """Play random operations; raises for the shortest sequence found that fails."""
    found = machine.explore(kind, runs, steps, seed)
    if found is not None:
        error, lines = found
        raise AssertionError("\n".join(["after:", *lines])) from error
