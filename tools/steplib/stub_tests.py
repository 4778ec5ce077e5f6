"""Proving that a chapter's tests ask for each of its tasks, and say which one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .manifest import Chapter, CourseError, Task
from .running import built, expect_success, import_all, run_failures
from .stubs import MISSING, OPEN, Opening, missing_message, open_symbols, tasks_until
from .tree import Course, Tree

Failures = dict[str, list[str]]
Progress = Callable[[str], None]


def check_stub_tests(course: Course, chapter: Chapter, progress: Progress) -> None:
    """Run a chapter's tests with all its tasks open, and with those alone that did not show then.

    Every failure must be one of our errors, or come from one, and each task's must be seen. With
    all of the earlier chapters' work left out instead, every failure must say who wrote it.

    Raises:
        CourseError: for the first of these that does not hold.
    """
    if not chapter.tasks:
        return
    progress(f"tests with all {len(chapter.tasks)} tasks open")
    failures = _failures(course, chapter, _with_open(course, chapter, chapter.tasks), [])
    if not failures:
        raise CourseError("the chapter's tests pass on its stubs: they test nothing of its tasks")
    _expect_ours(failures, "with this chapter's tasks open")
    for task in chapter.tasks:
        if _says(failures, task.message):
            continue
        progress(f"tests with only task {task.number} open")
        alone = _failures(course, chapter, _with_open(course, chapter, [task]), ["-x"])
        if not _says(alone, task.message):
            raise CourseError(f"no test asks for task {task.number}, {task.symbol} in {task.file}")
    earlier = [
        task
        for (path, _), task in tasks_until(course, chapter.number).items()
        if task.chapter < chapter.number and path in course.tree(chapter.number)
    ]
    if earlier:
        progress("tests without the earlier chapters' work")
        missing = _failures(course, chapter, _with_open(course, chapter, earlier), [])
        _expect_ours(missing, "without the earlier chapters' work")


def _with_open(course: Course, chapter: Chapter, tasks: Iterable[Task]) -> Tree:
    """The files of a tree that hold some tasks, with those left open."""
    whole = course.whole(chapter)
    openings: dict[str, list[Opening]] = {}
    for task in tasks:
        own = task.chapter == chapter.number
        opening = Opening(task.symbol, task.message if own else missing_message(task))
        openings.setdefault(task.file, []).append(opening)
    return {path: open_symbols(whole[path], ones, path) for path, ones in openings.items()}


def _failures(course: Course, chapter: Chapter, files: Tree, extra: list[str]) -> Failures:
    with built(course, chapter, files) as tree:
        imported = import_all(course, tree, course.whole(chapter))
        expect_success(imported, "a stub does not import")
        return run_failures(course, chapter, tree, ["-q", *extra])


def _says(failures: Failures, message: str) -> bool:
    return any(message in text for said in failures.values() for text in said)


def _expect_ours(failures: Failures, when: str) -> None:
    for test, said in failures.items():
        if not any(OPEN.search(text) or MISSING.search(text) for text in said):
            raise CourseError(f"{test} fails {when}, but does not say what to write: {said[0]}")
