"""Settings of torch that change speed, or nothing at all here; and what may be asked about them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ._registry import function

_precision = "highest"
_is_deterministic = False
_only_warns = False


@function
def set_num_threads(count: Any) -> None:
    """There is one thread here."""
    if not isinstance(count, int) or isinstance(count, bool):
        raise RuntimeError(f"set_num_threads expects an int, but got {type(count).__name__}")
    if count <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")


@function
def get_num_threads() -> int:
    """Always 1."""
    return 1


@function
def set_num_interop_threads(count: int) -> None:
    """There is one thread here."""


@function
def get_num_interop_threads() -> int:
    """Always 1."""
    return 1


@function
def set_float32_matmul_precision(precision: str) -> None:
    """How exactly GPUs may multiply: "highest", "high" or "medium". On a CPU it is the same."""
    global _precision
    if precision in ("highest", "high", "medium"):
        _precision = precision
        return
    warnings.warn(
        f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
        "setFloat32MatmulPrecision call has no effect.",
        UserWarning,
        stacklevel=2,
    )


@function
def get_float32_matmul_precision() -> str:
    """What was set last."""
    return _precision


@function
def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """All algorithms here are, and memory that nobody has written to is NaN at all times."""
    global _is_deterministic, _only_warns
    _is_deterministic, _only_warns = mode, warn_only


@function
def are_deterministic_algorithms_enabled() -> bool:
    """What was set last."""
    return _is_deterministic


@function
def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """What was set last."""
    return _only_warns


@function
def compile(model: Any = None, **options: Any) -> Any:
    """The function itself: torch's compiler makes it faster, and computes the same."""
    if model is None:  # @torch.compile(…) above a function

        def decorated(call: Callable[..., Any]) -> Callable[..., Any]:
            return call

        return decorated
    return model
