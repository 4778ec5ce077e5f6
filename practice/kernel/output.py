"""What a program prints: counted, kept at both ends, and stopped where it never ends."""

from __future__ import annotations

import io
from collections.abc import Callable

MOST_PRINTED = 2_000_000  # characters, in all
KEEP_HEAD, KEEP_TAIL = 6_000, 2_000


class Clipped:
    """The beginning and the end of a text of any length."""

    def __init__(self, head: int = KEEP_HEAD, tail: int = KEEP_TAIL) -> None:
        self._head, self._tail = head, tail
        self._first, self._last, self._length = "", "", 0

    def add(self, text: str) -> None:
        self._length += len(text)
        room = self._head - len(self._first)
        self._first += text[: max(room, 0)]
        rest = text[max(room, 0) :]
        self._last = (self._last + rest[-self._tail :])[-self._tail :] if rest else self._last

    @property
    def cut(self) -> bool:
        return self._length > self._head + self._tail

    def text(self) -> str:
        if not self.cut:
            return self._first + self._last
        left_out = self._length - self._head - self._tail
        return f"{self._first}\n… {left_out} characters …\n{self._last}"


class Capture(io.TextIOBase):
    """Stands in for ``sys.stdout`` and ``sys.stderr``. ``flooded`` is called, once, at the limit;
    after that nothing is taken any more."""

    def __init__(self, flooded: Callable[[], None]) -> None:
        super().__init__()
        self.whole, self.part = Clipped(), Clipped(1_500, 500)
        self._flooded: Callable[[], None] | None = flooded
        self._printed = 0

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if type(text) is not str:
            text = str.__str__(text)
        self._printed += len(text)
        if self._printed > MOST_PRINTED:
            flooded, self._flooded = self._flooded, None
            if flooded is not None:
                flooded()
            return len(text)
        self.whole.add(text)
        self.part.add(text)
        return len(text)

    def take_part(self) -> str:
        """What was printed since the last call."""
        part, self.part = self.part, Clipped(1_500, 500)
        return part.text()

    def close(self) -> None:
        """A program may close its standard output; the judge's stays open."""
