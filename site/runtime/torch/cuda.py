"""torch.cuda: there is no GPU in a browser tab. What a program may do without one does nothing."""

from __future__ import annotations

from typing import Any

from ._registry import not_offered


def is_available() -> bool:
    """Never."""
    return False


def is_initialized() -> bool:
    """Never."""
    return False


def device_count() -> int:
    """None."""
    return 0


def manual_seed(seed: int) -> None:
    """There is no generator to seed."""


def manual_seed_all(seed: int) -> None:
    """There are no generators to seed."""


def empty_cache() -> None:
    """There is no memory to give back."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.cuda.{name}")
