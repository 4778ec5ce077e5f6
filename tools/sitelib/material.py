"""What the pages are made from: the chapters, their trees, the problems and the judge's figures."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from judgelib.library import Entry, UsageError, load_all, read_strength
from steplib.manifest import Chapter, find_chapter
from steplib.manifest import CourseError as ManifestError
from steplib.tree import Course

from sitelib import SiteError
from sitelib.words import WORDS


@dataclass(frozen=True)
class ChapterPage:
    """What the manifest of a chapter says beside its code.

    Attributes:
        title: by language.
        problems: the numbers of its judged problems, in the order in which to solve them.
    """

    chapter: Chapter
    title: dict[str, str]
    minutes: int
    stage: int
    problems: tuple[int, ...]

    @property
    def number(self) -> int:
        return self.chapter.number

    @property
    def slug(self) -> str:
        """Like ``09-radix-cache``."""
        return self.chapter.name.removeprefix("ch").replace("_", "-")

    def short_title(self, language: str) -> str:
        """The title without what follows its colon."""
        return self.title[language].partition("：" if language == "zh" else ":")[0]


class Material:
    """The course in ``root``.

    Raises:
        SiteError: at the first use of a part that cannot be read.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def course(self) -> Course:
        try:
            return Course(self.root)
        except ManifestError as error:
            raise SiteError(str(error)) from error

    @cached_property
    def chapters(self) -> list[ChapterPage]:
        return [_read_chapter(chapter) for chapter in self.course.chapters]

    def chapter(self, number: int) -> ChapterPage:
        try:
            wanted = find_chapter(self.course.chapters, number)
        except ManifestError as error:
            raise SiteError(str(error)) from error
        return next(page for page in self.chapters if page.chapter is wanted)

    @cached_property
    def problems(self) -> list[Entry]:
        """Every problem, by number."""
        try:
            return load_all(self.root / "practice" / "problems")
        except UsageError as error:
            raise SiteError(str(error)) from error

    def problem(self, number: int) -> Entry:
        for entry in self.problems:
            if entry.number == number:
                return entry
        raise SiteError(f"there is no problem {number}: see python practice/judge.py list")

    def problems_of(self, chapter: ChapterPage) -> list[Entry]:
        return [self.problem(number) for number in chapter.problems]

    @cached_property
    def strength(self) -> dict[str, Any]:
        """By problem, the figures of ``judge.py check``.

        Raises:
            SiteError: if a problem has none.
        """
        try:
            figures = read_strength(self.root / "practice" / "strength.json")
        except UsageError as error:
            raise SiteError(str(error)) from error
        for entry in self.problems:
            if entry.problem.name not in figures:
                raise SiteError(
                    f"practice/strength.json has no figures for {entry.problem.name}: "
                    "python practice/judge.py check --all --write"
                )
        return figures


def _read_chapter(chapter: Chapter) -> ChapterPage:
    file = chapter.folder / "chapter.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    place = f"chapters/{chapter.name}/chapter.toml"
    title = data["title"]
    if not all(isinstance(title.get(language), str) for language in ("en", "zh")):
        raise SiteError(f"{place}: title must have en and zh")
    for key in ("minutes", "stage"):
        if not isinstance(data.get(key), int):
            raise SiteError(f"{place}: {key} is missing or not a number")
    if f"stage {data['stage']}" not in WORDS["en"]:
        raise SiteError(f"{place}: tools/sitelib/words.py has no name for stage {data['stage']}")
    numbers = data.get("practice", {}).get("problems", [])
    if not all(isinstance(number, int) for number in numbers):
        raise SiteError(f"{place}: practice.problems must be a list of numbers")
    return ChapterPage(chapter, title, data["minutes"], data["stage"], tuple(numbers))
