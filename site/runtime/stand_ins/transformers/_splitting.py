r"""Cutting a text into the pieces that are made tokens of one by one.

The patterns in tokenizers' files speak of letters and numbers of all scripts, ``\p{L}`` and
``\p{N}``, which Python's ``re`` does not know. So they are matched on a shadow of the text, as long
as the text: ASCII stays, any other character is replaced by one that stands for its kind. There
``\p{L}`` is a class of a few characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from ._errors import not_offered

Splitter = Callable[[str], list[str]]

LETTER, NUMBER, SPACE, OTHER = "\u00aa", "\u00b2", "\u00a0", "\u00a1"
WHITE = rf"\t-\r {SPACE}"
LONG_S = "\u017f"  # stays too: where case does not matter, it is an s
CLASSES = {
    r"\p{L}": f"A-Za-z{LETTER}{LONG_S}",
    r"\p{N}": f"0-9{NUMBER}",
    r"\s": WHITE,
}
KNOWN_ESCAPES = {r"\r", r"\n", r"\t"}
_PATTERN_PART = re.compile(r"\\p\{\w+\}|\\.|\[\^?|.", re.DOTALL)
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


class _Shadows(dict[int, str]):
    """A table for ``str.translate`` that grows by the characters that were met."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _shadow_of(chr(code))
        return found


def _shadow_of(character: str) -> str:
    if character.isascii() or character == LONG_S:
        return character
    kind = unicodedata.category(character)
    if kind[0] == "Z" or character == "\u0085":
        return SPACE
    return {"L": LETTER, "N": NUMBER}.get(kind[0], OTHER)


_SHADOWS = _Shadows()


def for_shadows(pattern: str) -> re.Pattern[str]:
    r"""The pattern for shadows of texts: letters, numbers and spaces as classes of a few.

    Raises:
        ValueError: for another class than ``\p{L}``, ``\p{N}``, ``\s`` and ``\S``.
    """
    made, is_in_class = "", False
    for part in _PATTERN_PART.findall(pattern):
        if part in CLASSES:
            made += CLASSES[part] if is_in_class else f"[{CLASSES[part]}]"
        elif part == r"\S" and not is_in_class:
            made += f"[^{WHITE}]"
        elif part[0] == "\\" and part not in KNOWN_ESCAPES and part[1].isalnum():
            raise not_offered(f"{part} in a pattern of tokenizer.json")
        else:
            made += part
            is_in_class = part[0] == "[" or (is_in_class and part != "]")
    return re.compile(made)


def by_pattern(pattern: str) -> Splitter:
    """Every match is a piece, and so is what lies between two matches."""
    matcher = for_shadows(pattern)

    def split(text: str) -> list[str]:
        pieces, end = [], 0
        for match in matcher.finditer(text.translate(_SHADOWS)):
            if match.start() > end:
                pieces.append(text[end : match.start()])
            pieces.append(text[match.start() : match.end()])
            end = match.end()
        return [*pieces, text[end:]] if end < len(text) else pieces

    return split


def make_splitter(entry: dict[str, Any] | None) -> Splitter:
    """What ``pre_tokenizer`` in tokenizer.json describes.

    Raises:
        ValueError: if that is not offered.
    """
    kind = None if entry is None else entry["type"]
    if entry is None or (kind == "ByteLevel" and not entry.get("use_regex", True)):
        return lambda text: [text]
    if kind == "ByteLevel":
        return by_pattern(_GPT2)
    if kind == "Digits":
        return by_pattern(r"\p{N}" if entry["individual_digits"] else r"\p{N}+")
    is_plain = entry.get("behavior") == "Isolated" and not entry.get("invert")
    if kind == "Split" and is_plain and "Regex" in entry["pattern"]:
        return by_pattern(entry["pattern"]["Regex"])
    if kind == "Sequence":
        return _one_after_the_other([make_splitter(part) for part in entry["pretokenizers"]])
    raise not_offered(f"the pre-tokenizer {kind} as tokenizer.json has it")


def _one_after_the_other(splitters: list[Splitter]) -> Splitter:
    def split(text: str) -> list[str]:
        pieces = [text]
        for one in splitters:
            pieces = [part for piece in pieces for part in one(piece)]
        return pieces

    return split
