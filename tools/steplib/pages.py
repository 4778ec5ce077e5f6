"""The part of a chapter's page that follows from its manifest: what the reader writes."""

from __future__ import annotations

from pathlib import Path

from .manifest import Chapter, CourseError
from .tree import read_text

BEGIN = "<!-- tasks: written by tools/steps.py stubs -->"
END = "<!-- end of tasks -->"


def page_file(chapter: Chapter) -> Path:
    return chapter.folder / "index.en.md"


def with_tasks(chapter: Chapter) -> str:
    """The text of ``index.en.md`` with its list of tasks as the manifest has it.

    Raises:
        CourseError: if the page is missing or has no place for the list.
    """
    file = page_file(chapter)
    text = read_text(file)
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise CourseError(f"{file} has no lines {BEGIN!r} and {END!r}: put them where tasks belong")
    lines = []
    for path in dict.fromkeys(task.file for task in chapter.tasks):
        symbols = ", ".join(f"`{task.symbol}`" for task in chapter.tasks if task.file == path)
        lines.append(f"- `{path}`: {symbols}\n")
    return f"{before}{BEGIN}\n{''.join(lines)}{END}{after}"
