"""Proving that a chapter holds: manifest, tree, imports, stubs, main, and on request its tests."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from .manifest import Chapter, CourseError
from .pages import pages_with_tasks
from .running import Outcome, built, expect_success, import_all, run_main, run_tests
from .stub_tests import Progress, check_stub_tests
from .stubs import chapter_stubs, restore, tasks_until
from .tree import Course, read_text


@dataclass(frozen=True)
class Result:
    """One row of the table: what was built, and what is wrong with it, if anything is."""

    chapter: int
    title: str
    files: int
    new: int
    changed: int
    lines: int
    seconds: float
    problem: str | None

    @property
    def verdict(self) -> str:
        return "ok" if self.problem is None else "FAILED"


def check_chapter(
    course: Course, chapter: Chapter, progress: Progress, tests: bool, stubs: bool
) -> Result:
    """Check one chapter as far as it holds; the first problem ends it."""
    counts = {"files": 0, "new": 0, "changed": 0, "lines": 0}
    seconds, problem = 0.0, None
    try:
        files = course.whole(chapter)
        status = list(course.status(chapter.number).values())
        counts = {
            "files": len(files),
            "new": status.count("new") + len(chapter.local),
            "changed": status.count("changed"),
            "lines": sum(text.count("\n") for text in files.values()),
        }
        course.check_manifest(chapter)
        check_stub_files(course, chapter)
        with built(course, chapter) as tree:
            progress("imports")
            expect_success(import_all(course, tree, files), "a module does not import")
            _check_stub_imports(course, chapter, progress)
            progress("main")
            outcome = run_main(course, chapter, tree)
            seconds = outcome.seconds
            _check_output(chapter, outcome)
            if tests:
                progress("tests")
                expect_success(run_tests(course, chapter, tree, ["-q"]), "tests fail")
        if stubs:
            check_stub_tests(course, chapter, progress)
    except CourseError as error:
        problem = str(error)
    return Result(chapter.number, chapter.title, **counts, seconds=seconds, problem=problem)


def check_stub_files(course: Course, chapter: Chapter) -> None:
    """The stubs on disk are those that follow from the engine, and become it again.

    Raises:
        CourseError: naming the file and the command that mends it.
    """
    stubs = chapter_stubs(course, chapter)
    folder = chapter.folder / "stubs"
    command = f"run: python tools/steps.py stubs {chapter.number}"
    there = {file.relative_to(folder).as_posix() for file in folder.rglob("*.py")}
    for path in sorted(there - set(stubs)):
        raise CourseError(f"{folder / path} is no stub of this chapter; {command}")
    texts, tasks = course.whole(chapter), tasks_until(course, chapter.number)
    for path, stub in stubs.items():
        if path not in there or read_text(folder / path) != stub:
            raise CourseError(f"{folder / path} is missing or out of date; {command}")
        symbols = [symbol for file, symbol in tasks if file == path]
        if restore(stub, texts[path], symbols, path) != texts[path]:
            raise CourseError(f"{folder / path}: its bodies put back do not give the reference")
    for page, text in pages_with_tasks(chapter).items():
        if read_text(page) != text:
            raise CourseError(f"{page}: its list of tasks is out of date; {command}")


def _check_stub_imports(course: Course, chapter: Chapter, progress: Progress) -> None:
    """A reader's first run must end in a task's message, not in an import that fails."""
    progress("imports of the stubs")
    stubs = chapter_stubs(course, chapter)
    with built(course, chapter, stubs) as tree:
        outcome = import_all(course, tree, course.whole(chapter))
    expect_success(outcome, "a stub does not import")


def _check_output(chapter: Chapter, outcome: Outcome) -> None:
    expect_success(outcome, "main fails")
    file = chapter.folder / "output.txt"
    command = f"if the change is meant: python tools/steps.py capture {chapter.number}"
    if not file.is_file():
        raise CourseError(f"{file} is missing: python tools/steps.py capture {chapter.number}")
    expected = read_text(file)
    got = outcome.output.replace("\r\n", "\n")
    if got != expected:
        diff = difflib.unified_diff(
            expected.splitlines(), got.splitlines(), "output.txt", "main.py", lineterm=""
        )
        shown = "\n".join(list(diff)[:24])
        raise CourseError(f"main prints something else than {file}; {command}\n{shown}")


def write_stubs(course: Course, chapter: Chapter) -> list[Path]:
    """Regenerate a chapter's stubs and its pages' lists; returns the files that changed."""
    stubs = chapter_stubs(course, chapter)
    folder = chapter.folder / "stubs"
    changed = []
    for file in sorted(folder.rglob("*.py")):
        if file.relative_to(folder).as_posix() not in stubs:
            file.unlink()
            changed.append(file)
    for path, text in stubs.items():
        file = folder / path
        if not file.is_file() or read_text(file) != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            changed.append(file)
    for page, text in pages_with_tasks(chapter).items():
        if read_text(page) != text:
            page.write_text(text, encoding="utf-8", newline="\n")
            changed.append(page)
    return changed


def capture(course: Course, chapter: Chapter) -> bool:
    """Run a chapter's main and keep what it prints; True if that is new."""
    with built(course, chapter) as tree:
        outcome = run_main(course, chapter, tree)
    expect_success(outcome, f"chapter {chapter.number}: main fails")
    file = chapter.folder / "output.txt"
    text = outcome.output.replace("\r\n", "\n")
    if file.is_file() and read_text(file) == text:
        return False
    file.write_text(text, encoding="utf-8", newline="\n")
    return True
