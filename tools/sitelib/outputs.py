"""What a chapter's main printed: the whole, a part, or one figure of it by name.

Figures are named in ``chapters/chNN_slug/values.toml``, each by a regular expression with one
group, which must match once in ``output.txt``. A table may name another captured file of the
chapter's folder, and pick one of several matches, counted from 1:

    prefill_computed = 'computed (\\d+) tokens'
    second_hit = { pattern = 'hit (\\d+)', match = 2, file = "demos/hits.txt" }

A table with ``result`` is a figure of benchmarks/results: see ``sitelib/results.py``.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from steplib.tree import read_text

from sitelib import SiteError, results
from sitelib.material import ChapterPage, Material


def output_text(chapter: ChapterPage, file: str = "output.txt") -> str:
    """A captured output of a chapter: that of its main, or ``demos/NAME.txt``.

    Raises:
        SiteError: if there is none.
    """
    path = chapter.chapter.folder / file
    if path.suffix != ".txt" or not path.is_file():
        raise SiteError(f"chapters/{chapter.chapter.name} has no captured output {file}")
    return read_text(path)


def output_part(chapter: ChapterPage, first: str, last: str, file: str = "output.txt") -> str:
    """The lines from the one that begins with ``first`` to the next that begins with ``last``.

    Raises:
        SiteError: if no line or more than one begins with ``first``, or none follows with ``last``.
    """
    place = f"chapters/{chapter.chapter.name}/{file}"
    lines = output_text(chapter, file).splitlines()
    starts = [i for i, line in enumerate(lines) if _begins(line, first)]
    if len(starts) != 1:
        raise SiteError(f"{place}: {len(starts)} lines begin with {first!r}, and it must be one")
    for end in range(starts[0], len(lines)):
        if _begins(lines[end], last):
            return "\n".join(lines[starts[0] : end + 1]) + "\n"
    raise SiteError(f"{place}: after {first!r} no line begins with {last!r}")


def _begins(line: str, words: str) -> bool:
    """Whether a line begins with these words, its indentation left out or not."""
    return line.startswith(words) or line.lstrip().startswith(words)


class ChapterValues:
    """The named figures of one chapter, as attributes."""

    def __init__(self, chapter: ChapterPage, root: Path) -> None:
        self._chapter = chapter
        self._root = root
        self._place = f"chapters/{chapter.chapter.name}/values.toml"

    def __getattr__(self, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        values = self._read()
        if name not in values:
            there = ", ".join(values) or "nothing"
            raise SiteError(f"{self._place} has no {name}; it has {there}")
        return self._find(name, values[name])

    def check(self) -> None:
        """Raises: SiteError for the first figure that is not in the output."""
        for name, value in self._read().items():
            self._find(name, value)

    def _text(self) -> str:
        return (self._chapter.chapter.folder / "values.toml").read_text(encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text())
        except FileNotFoundError:
            return {}
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SiteError(f"{self._place}: {error}") from None

    def _find(self, name: str, value: Any) -> str:
        about = {"pattern": value} if isinstance(value, str) else value
        place = f"{self._place}: {name}"
        if isinstance(about, dict) and "result" in about:
            return self._figure(name, about)
        if not isinstance(about, dict) or not set(about) <= {"pattern", "match", "file"}:
            raise SiteError(f"{place} must be a pattern, or a table of pattern, match and file")
        file = about.get("file", "output.txt")
        try:
            expression = re.compile(about.get("pattern", ""), re.MULTILINE)
        except (re.error, TypeError) as error:
            raise SiteError(f"{place}: pattern: {error}") from None
        if expression.groups != 1:
            raise SiteError(f"{place}: the pattern must have one group, not {expression.groups}")
        found = [str(match[1]) for match in expression.finditer(output_text(self._chapter, file))]
        if "match" not in about:
            if len(found) != 1:
                raise SiteError(
                    f"{place} must match once in {file}, and matches {len(found)} times"
                )
            return found[0]
        wanted = about["match"]
        if not isinstance(wanted, int) or not 1 <= wanted <= len(found):
            raise SiteError(f"{place}: match is {wanted}, and {file} has {len(found)} matches")
        return found[wanted - 1]

    def _figure(self, name: str, about: dict[str, Any]) -> str:
        """A figure of a benchmark's result; what is wrong with it is said with its line."""
        try:
            return results.figure(self._root, about)
        except SiteError as error:
            begin = re.compile(rf"""["']?{re.escape(name)}["']?\s*=""")
            lines = enumerate(self._text().splitlines(), start=1)
            line = next(number for number, text in lines if begin.match(text))
            raise SiteError(f"{self._place}:{line}: {name}: {error}") from None


class AllValues:
    """The figures of all chapters: ``ch09`` is those of chapter 9."""

    def __init__(self, material: Material) -> None:
        self._material = material

    def __getattr__(self, name: str) -> ChapterValues:
        number = re.fullmatch(r"ch(\d{2,})", name)
        if number is None:
            if name.startswith("_"):
                raise AttributeError(name)
            raise SiteError(f"out.{name}: write a chapter like out.ch09")
        return ChapterValues(self._material.chapter(int(number[1])), self._material.root)
