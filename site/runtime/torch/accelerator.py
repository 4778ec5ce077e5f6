"""torch.accelerator: there is none in a browser tab."""

from __future__ import annotations

from typing import Any

from ._registry import not_offered


def is_available() -> bool:
    """Never."""
    return False


def device_count() -> int:
    """None."""
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """None, as there is none."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.accelerator.{name}")
