"""torch.distributed: there is one process here, and nobody to talk to."""

from __future__ import annotations

from typing import Any

from ._registry import not_offered


def is_available() -> bool:
    return False


def is_initialized() -> bool:
    return False


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.distributed.{name}")
