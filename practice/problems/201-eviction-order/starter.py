from __future__ import annotations

from collections.abc import Callable
from typing import Any


class EvictionOrder:
    """The nodes that wait to be evicted, the next one first."""

    def __init__(self, rank: Callable[[Any], Any]) -> None:
        raise NotImplementedError("write EvictionOrder.__init__")

    def __len__(self) -> int:
        raise NotImplementedError("write EvictionOrder.__len__")

    def add(self, node: Any) -> None:
        raise NotImplementedError("write EvictionOrder.add")

    def pop(self) -> Any:
        raise NotImplementedError("write EvictionOrder.pop")
