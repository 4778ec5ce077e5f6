"""From the bytes of a file to a program, or to a sentence that says why it is none."""

from __future__ import annotations

import io
import re
import tokenize
from types import CodeType

from .messages import say

MAX_BYTES = 256 * 1024


class SourceError(Exception):
    """Not a program. ``line`` is 0 where no line is to blame."""

    def __init__(self, message: str, line: int = 0, text: str = "") -> None:
        super().__init__(message)
        self.line, self.text = line, text


def decode(data: bytes, lang: str = "en") -> str:
    """The text of a Python file, as Python reads it: BOM, coding line, any line ends.

    Raises:
        SourceError: if it is too long, not a text, or not in the encoding that it claims.
    """
    if len(data) > MAX_BYTES:
        raise SourceError(say("too_long", lang, size=len(data), most=MAX_BYTES // 1024))
    if data.lstrip()[:1] == b"{" and b'"cells"' in data:
        raise SourceError(say("notebook", lang))
    if b"\0" in data:
        raise SourceError(say("binary", lang))
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except UnicodeDecodeError:
        _require_utf8(data, lang)
        raise SourceError(say("bad_encoding", lang, error=encoding), 1) from None
    except (SyntaxError, LookupError) as error:
        _require_utf8(data, lang)
        raise SourceError(say("bad_encoding", lang, error=error), 1) from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def for_utf8(text: str) -> str:
    """A program's text for a file in UTF-8: its first lines must not claim another encoding."""
    lines = text.split("\n")
    for place, line in enumerate(lines[:2]):
        if line.lstrip().startswith("#"):
            lines[place] = re.sub(r"(coding[:=][ \t]*)[-\w.]+", r"\1utf-8", line)
    return "\n".join(lines)


def _require_utf8(data: bytes, lang: str) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(say("not_utf8", lang, line=line), line) from error


def compile_program(text: str, filename: str, lang: str = "en") -> CodeType:
    """Compile a reader's file.

    Raises:
        SourceError: with the line, if it is not Python.
    """
    try:
        return compile(text, filename, "exec", dont_inherit=True)
    except SyntaxError as error:
        line = error.lineno or 0
        lines = text.splitlines()
        shown = lines[line - 1] if 0 < line <= len(lines) else ""
        kind = "" if type(error) is SyntaxError else f"{type(error).__name__}: "
        message = say("syntax", lang, line=line, error=f"{kind}{error.msg}")
        raise SourceError(message, line, shown.strip()[:200]) from error
    except (RecursionError, MemoryError, ValueError, OverflowError) as error:
        raise SourceError(say("not_compiled", lang, error=type(error).__name__)) from error
