"""torch.backends: the kinds of machines that torch may have been built for; here none of them."""

from __future__ import annotations

from typing import Any

from ._registry import not_offered


class _Absent:
    """A kind of machine that is not here."""

    @staticmethod
    def is_built() -> bool:
        return False

    @staticmethod
    def is_available() -> bool:
        return False


cuda = cudnn = mps = _Absent()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.backends.{name}")
