"""Settings that come from environment variables, all with the prefix ``MINISGL_``.

``ENV.LOG_LEVEL.value`` is what ``MINISGL_LOG_LEVEL`` said when the process started; a program may
assign to ``.value`` afterwards.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

PREFIX = "MINISGL_"
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def parse_bool(text: str) -> bool:
    """Read "1", "true", "yes", "on" or their opposites.

    Raises:
        ValueError: for any other text.
    """
    word = text.strip().lower()
    if word not in _TRUE + _FALSE:
        raise ValueError(f"expected one of {', '.join(_TRUE + _FALSE)}")
    return word in _TRUE


class EnvVar(Generic[T]):
    """One setting: its name, its value, and how to read the value from text.

    Raises:
        ValueError: if the environment variable is set to something that ``parse`` refuses.
    """

    def __init__(self, name: str, default: T, parse: Callable[[str], T]) -> None:
        self.name = PREFIX + name
        self.value = default
        text = os.environ.get(self.name)
        if text is None:
            return
        try:
            self.value = parse(text)
        except ValueError as error:
            raise ValueError(f"{self.name}={text!r} cannot be read: {error}") from None

    def __bool__(self) -> bool:
        return bool(self.value)

    def __repr__(self) -> str:
        return f"{self.name}={self.value!r}"


class Environment:
    """Every setting of the engine that has no place in a config."""

    def __init__(self) -> None:
        self.MODELS = EnvVar("MODELS", "", str)  # where models/NAME is looked for first
        self.LOG_LEVEL = EnvVar("LOG_LEVEL", "WARNING", str.upper)
        # The scheduler has one loop, in which nothing overlaps; False asks for what is not there.
        self.DISABLE_OVERLAP_SCHEDULING = EnvVar("DISABLE_OVERLAP_SCHEDULING", True, parse_bool)


ENV = Environment()
