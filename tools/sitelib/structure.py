"""Whether the two texts of a page are built alike: the same headings, the same directives.

Each text is its own. But a reader who changes the language in the middle of a page must find the
place again, and code, outputs, figures and links are the same in both.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from sitelib import SiteError
from sitelib.pages import Page, read_page
from sitelib.words import LANGUAGES

HEADING = re.compile(r"(#{1,6}) +(.*)")
FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
DIRECTIVE = re.compile(r"\{\{.*?\}\}", re.DOTALL)


@dataclass(frozen=True)
class Heading:
    line: int
    level: int
    text: str


def check_structure(root: Path, page: Page) -> None:
    """Compare the texts of a page; nothing if one of them is not written yet.

    Raises:
        SiteError: for the first heading or directive that the other text does not answer.
    """
    if set(page.texts) != set(LANGUAGES):
        return
    one, two = (page.texts[language] for language in LANGUAGES)
    ours, theirs = read_page(root, one), read_page(root, two)
    _check_headings(one, two, headings(ours), headings(theirs))
    _check_directives(one, two, ours, theirs)


def headings(text: str) -> list[Heading]:
    """The headings of a text, outside its fenced code."""
    found = []
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = FENCE.fullmatch(line)
        if mark is not None:
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif not fence and (heading := HEADING.match(line)) is not None:
            found.append(Heading(number, len(heading[1]), heading[0].rstrip()))
    return found


def _check_headings(one: str, two: str, ours: list[Heading], theirs: list[Heading]) -> None:
    rule = "the two texts need the same headings in the same order: add or move one"
    for first, second in zip_longest(ours, theirs):
        if second is None:
            raise SiteError(f"{one}:{first.line}: {two} has no heading for {first.text!r}: {rule}")
        if first is None:
            raise SiteError(
                f"{two}:{second.line}: {one} has no heading for {second.text!r}: {rule}"
            )
        if first.level != second.level:
            raise SiteError(
                f"{two}:{second.line}: {second.text!r} is of another level than "
                f"{first.text!r}, {one}:{first.line}: {rule}"
            )


def _check_directives(one: str, two: str, ours: str, theirs: str) -> None:
    rule = "both texts show the same code, outputs, figures and links: use it as often in both"
    for place, text, other, other_text in ((one, ours, two, theirs), (two, theirs, one, ours)):
        left = Counter(_normal(found[0]) for found in DIRECTIVE.finditer(other_text))
        for found in DIRECTIVE.finditer(text):
            directive = _normal(found[0])
            left[directive] -= 1
            if left[directive] < 0:
                line = text.count("\n", 0, found.start()) + 1
                raise SiteError(f"{place}:{line}: {other} lacks this {directive}: {rule}")


def _normal(directive: str) -> str:
    return " ".join(directive.split())
