"""What there is to do and how long it takes: the figures of every chapter.toml, added up."""

from __future__ import annotations

from sitelib.figures import number
from sitelib.material import ChapterPage, Material
from sitelib.words import WORDS


class Plan:
    """Figures as words for a text.

    Attributes: ``chapters``; ``shortest`` and ``longest``, in minutes; ``hours``, all chapters
    together, rounded up; ``lines`` of the finished engine.
    """

    def __init__(self, material: Material) -> None:
        self._material = material

    @property
    def chapters(self) -> str:
        return number(len(self._material.chapters))

    @property
    def shortest(self) -> str:
        return number(min(chapter.minutes for chapter in self._material.chapters))

    @property
    def longest(self) -> str:
        return number(max(chapter.minutes for chapter in self._material.chapters))

    @property
    def hours(self) -> str:
        return number(-(-minutes_of(self._material.chapters) // 60))

    @property
    def lines(self) -> str:
        return number(sum(text.count("\n") for text in self._material.course.final.values()))


def minutes_of(chapters: list[ChapterPage]) -> int:
    return sum(chapter.minutes for chapter in chapters)


def time_table(material: Material, language: str) -> str:
    """A row for each stage: which chapters, how long they take, how many problems they have."""
    words = WORDS[language]
    titles = ("stage", "chapters", "time", "problems")
    head = "".join(f'<th scope="col">{words[title]}</th>' for title in titles)
    lines = [f'<div class="times"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>']
    for stage in sorted({chapter.stage for chapter in material.chapters}):
        chapters = [chapter for chapter in material.chapters if chapter.stage == stage]
        lines.append(_row(words[f"stage {stage}"], chapters, words))
    if len(lines) > 2:
        lines.append(_row(words["all"], material.chapters, words))
    return "\n".join([*lines, "</tbody>", "</table></div>"])


def _row(title: str, chapters: list[ChapterPage], words: dict[str, str]) -> str:
    first, last = chapters[0].number, chapters[-1].number
    numbers = f"{first}" if first == last else f"{first}–{last}"
    hours, minutes = divmod(minutes_of(chapters), 60)
    time = words["hours and minutes"].format(hours, minutes)
    problems = sum(len(chapter.problems) for chapter in chapters)
    return (
        f'<tr><th scope="row">{title}</th><td>{numbers}</td><td>{time}</td><td>{problems}</td></tr>'
    )
