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


class NoInput(io.TextIOBase):
    """Stands in for ``sys.stdin``: whoever reads is told that there is nothing."""

    def readable(self) -> bool:
        return True

    def read(self, *size: object) -> str:
        raise EOFError("EOF when reading a line")

    def readline(self, *size: object) -> str:  # type: ignore[override]
        raise EOFError("EOF when reading a line")

    def __iter__(self) -> NoInput:  # type: ignore[override]
        return self

    def __next__(self) -> str:  # type: ignore[override]
        raise EOFError("EOF when reading a line")

    @property
    def buffer(self) -> NoInput:
        return self


class _Bytes(io.RawIOBase):
    """What a program writes to ``sys.stdout.buffer``, passed on as text."""

    def __init__(self, write: Callable[[str], int]) -> None:
        super().__init__()
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        text = bytes(data).decode("utf-8", errors="replace")  # type: ignore[call-overload]
        self._write(text)
        return len(text)


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

    @property
    def buffer(self) -> _Bytes:
        return _Bytes(self.write)

    def reconfigure(self, **options: object) -> None:
        """Encodings play no part here."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
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
