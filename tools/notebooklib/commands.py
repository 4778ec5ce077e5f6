"""Which notebooks there should be, which differ, and writing those."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sitelib import SiteError
from sitelib.material import Material
from sitelib.pages import all_pages
from sitelib.words import LANGUAGES
from steplib.manifest import CourseError, find_chapter

from .compose import compose, notebook_file


@dataclass(frozen=True)
class Made:
    """What was found of some notebooks, each by its path.

    Attributes:
        changed: what is wrong with those that are not as they should be.
        problems: why others could not be made.
    """

    changed: dict[str, str]
    problems: list[str]


def make_notebooks(root: Path, numbers: list[int], *, write: bool) -> Made:
    """Make the notebooks of these chapters, or of all; ``write`` brings their files up to date.

    A chapter whose page has a fault does not keep the others from being made.

    Raises:
        SiteError, CourseError: if a chapter is unknown, or the course cannot be read.
    """
    material = Material(root)
    for number in numbers:
        find_chapter(material.course.chapters, number)
    pages = all_pages(material)
    made = Made({}, [])
    for page in pages:
        if page.chapter is None or (numbers and page.chapter.number not in numbers):
            continue
        for language in LANGUAGES:
            file = notebook_file(page.chapter, language)
            try:
                text = compose(material, pages, page, language) if language in page.texts else None
            except (SiteError, CourseError) as error:
                made.problems.append(str(error))
                continue
            if state := _state(file, text):
                made.changed[file.relative_to(root).as_posix()] = state
            if state and write:
                _write(file, text)
    return made


def _state(file: Path, text: str | None) -> str:
    """What is wrong with the file; empty if it is as it should be."""
    if not file.is_file():
        return "" if text is None else "is missing"
    if text is None:
        return "has no text that it could be made from"
    same = file.read_text(encoding="utf-8") == text
    return "" if same else "is not what its text and programs give"


def _write(file: Path, text: str | None) -> None:
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8", newline="\n")
