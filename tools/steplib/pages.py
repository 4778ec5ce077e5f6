"""The part of a chapter's pages that follows from its manifest: what the reader writes."""

from __future__ import annotations

from pathlib import Path

from .manifest import Chapter, CourseError
from .tree import read_text

BEGIN = "<!-- tasks: written by tools/steps.py stubs -->"
END = "<!-- end of tasks -->"
# By language: what stands between a file and its symbols, and between two symbols.
PUNCTUATION = {"en": (": ", ", "), "zh": ("：", "、")}


def pages_with_tasks(chapter: Chapter) -> dict[Path, str]:
    """The pages of the chapter that are there, each as its list of tasks must make it.

    Raises:
        CourseError: if one of them has no place for the list.
    """
    files = {language: chapter.folder / f"index.{language}.md" for language in PUNCTUATION}
    return {
        file: _with_tasks(chapter, file, language)
        for language, file in files.items()
        if file.is_file()
    }


def _with_tasks(chapter: Chapter, file: Path, language: str) -> str:
    text = read_text(file)
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise CourseError(
            f"{file} has no list of tasks: put the lines {BEGIN} and {END} where it belongs, then "
            f"run: python tools/steps.py stubs {chapter.number}"
        )
    colon, comma = PUNCTUATION[language]
    lines = []
    for path in dict.fromkeys(task.file for task in chapter.tasks):
        symbols = comma.join(f"`{task.symbol}`" for task in chapter.tasks if task.file == path)
        lines.append(f"- `{path}`{colon}{symbols}\n")
    return f"{before}{BEGIN}\n{''.join(lines)}{END}{after}"
