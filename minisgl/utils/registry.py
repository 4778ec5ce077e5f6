"""A table from names to implementations, filled by a decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    """Implementations of one kind, by name.

    >>> CACHES = Registry("cache")
    >>> @CACHES.register("naive")
    ... class NaiveCache: ...
    >>> CACHES["naive"].__name__
    'NaiveCache'
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._items: dict[str, T] = {}

    def register(self, name: str) -> Callable[[T], T]:
        """A decorator that files what it decorates under ``name``.

        Raises:
            KeyError: if the name is taken.
        """

        def decorator(item: T) -> T:
            if name in self._items:
                raise KeyError(f"{self._kind} {name!r} is registered already")
            self._items[name] = item
            return item

        return decorator

    def __getitem__(self, name: str) -> T:
        """Raises: ValueError, naming what there is, for an unknown name."""
        if name not in self._items:
            raise ValueError(f"unknown {self._kind} {name!r}: choose from {', '.join(self.names)}")
        return self._items[name]

    @property
    def names(self) -> list[str]:
        return sorted(self._items)
