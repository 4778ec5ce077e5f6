"""What each command of steps.py prints. Each returns its exit status."""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path, PurePosixPath

from .check import Result, check_chapter, check_stub_files, write_stubs
from .check import capture as capture_output
from .manifest import Chapter, CourseError, find_chapter
from .running import environment, interpreter, pytest_arguments, write_tree
from .tree import Course, read_text
from .workspace import MINE, REFERENCE, open_tasks, workspace_folder
from .workspace import start as start_workspace

MARKS = {"new": "  <- new", "changed": "  <- changed", "unchanged": ""}
SOME_TESTS = ("-k", "-m", "--deselect", "--ignore")  # arguments of pytest that leave tests out
NO_TESTS = ("--collect-only", "--co")


def _chosen(course: Course, numbers: list[int]) -> list[Chapter]:
    if not numbers:
        return course.chapters
    return [find_chapter(course.chapters, number) for number in dict.fromkeys(numbers)]


class _Line:
    """A progress line on a terminal, silent elsewhere."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled and sys.stderr.isatty()
        self._begin = time.monotonic()

    def show(self, text: str) -> None:
        if self._enabled:
            elapsed = f"{time.monotonic() - self._begin:4.0f} s  {text}"
            print(f"\r\033[K{elapsed}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._enabled:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def check(course: Course, args: argparse.Namespace) -> int:
    row = "{:>7}  {:<52} {:>5} {:>4} {:>8} {:>6} {:>7}  {}"
    if not args.json:
        print(row.format("chapter", "title", "files", "new", "changed", "lines", "main", "verdict"))
    line, results = _Line(not args.json), []
    for chapter in _chosen(course, args.chapters):
        result = check_chapter(
            course,
            chapter,
            lambda what, chapter=chapter: line.show(f"chapter {chapter.number}: {what}"),  # type: ignore[misc]
            tests=args.tests,
            stubs=args.stubs,
        )
        line.clear()
        results.append(result)
        if not args.json:
            _print_result(row, result)
    good = sum(result.problem is None for result in results)
    if args.json:
        rows = [dataclasses.asdict(r) | {"verdict": r.verdict} for r in results]
        print(json.dumps({"schema": 1, "chapters": rows}, indent=1))
    else:
        print(f"{good} of {len(results)} chapters are as they should be")
    return 0 if results and good == len(results) else 1


def _print_result(row: str, r: Result) -> None:
    seconds = f"{r.seconds:.1f} s"
    print(
        row.format(r.chapter, r.title, r.files, r.new, r.changed, r.lines, seconds, r.verdict),
        flush=True,
    )
    if r.problem is not None:
        print("".join(f"         {line}\n" for line in r.problem.splitlines()), end="", flush=True)


def tree(course: Course, args: argparse.Namespace) -> int:
    chapter = find_chapter(course.chapters, args.chapter)
    status = course.status(chapter.number) | dict.fromkeys(chapter.local, "new")
    if args.out is not None:
        if args.out.exists() and (not args.out.is_dir() or any(args.out.iterdir())):
            raise CourseError(f"{args.out} is there and not an empty folder: name another one")
        write_tree(args.out, course.whole(chapter))
    if args.json:
        document = {"schema": 1, "chapter": chapter.number, "files": status}
        print(json.dumps(document, indent=1))
        return 0
    folder = PurePosixPath()
    for path in sorted(status, key=lambda path: (PurePosixPath(path).parent.parts, path)):
        parent = PurePosixPath(path).parent
        if parent != folder:
            print(f"{parent}/")
            folder = parent
        print(f"{'    ' if parent.parts else ''}{PurePosixPath(path).name}{MARKS[status[path]]}")
    counts = Counter(status.values())
    parts = [f"{counts[state]} {state}" for state in MARKS if counts[state]]
    print(f"{_count(len(status), 'file')}: {', '.join(parts)}")
    return 0


def start(course: Course, args: argparse.Namespace) -> int:
    chapter = find_chapter(course.chapters, args.chapter)
    sources = parse_sources(args.sources, chapter)
    report = start_workspace(course, chapter, sources, args.force)
    written = _count(len(report.written), "file")
    print(f"{_short(course, report.folder)}: {written} written, {len(report.unchanged)} unchanged")
    if report.backup is not None:
        print(f"backup of what was there: {_short(course, report.backup)}")
    for note in report.notes:
        print(f"  {note}")
    for path in report.left_alone:
        print(f"  left alone, you changed it: {path}")
    for path in report.outdated:
        print(
            f"  left alone, though it would differ now: {path} (--force refreshes, after a backup)"
        )
    _print_open(open_tasks(course, chapter))
    print(f"edit these files, then: python tools/steps.py test {chapter.number}")
    return 0


def parse_sources(values: list[str], chapter: Chapter) -> dict[int, str]:
    """Read --with: "mine", "reference:1,3-5" … into a source for each earlier chapter.

    Raises:
        CourseError: for a value that is not of that form.
    """
    sources: dict[int, str] = {}
    for value in values:
        source, _, ranges = value.partition(":")
        if source not in (MINE, REFERENCE):
            raise CourseError(f"--with {value}: say mine or reference, or for some: mine:1,3-5")
        if not ranges:
            sources.update(dict.fromkeys(range(chapter.number), source))
            continue
        for part in ranges.split(","):
            first, dash, last = part.partition("-")
            if not first.isdigit() or (dash and not last.isdigit()):
                raise CourseError(f"--with {value}: {part!r} is no chapter and no range like 3-5")
            sources.update(dict.fromkeys(range(int(first), int(last or first) + 1), source))
    return sources


def test(course: Course, args: argparse.Namespace) -> int:
    chapter = find_chapter(course.chapters, args.chapter)
    still_open = open_tasks(course, chapter)
    folder = workspace_folder(course, chapter)
    extra = args.pytest_args or ["-q", "--tb=short"]
    command = [interpreter(course), "-m", "pytest", *pytest_arguments(course, chapter, extra)]
    status = subprocess.run(command, cwd=folder, env=environment(course, folder)).returncode
    _print_open(still_open)
    if status == 0 and _runs_all(extra):
        following = [c.number for c in course.chapters if c.number > chapter.number]
        print(f"chapter {chapter.number} passes its tests", end="")
        print(f"; next: python tools/steps.py start {following[0]}" if following else "")
    return 0 if status == 0 else 130 if status == 2 else 1


def _runs_all(pytest_args: list[str]) -> bool:
    """True unless the arguments leave tests out, or only list them."""
    return not any(one.startswith(SOME_TESTS) or one in NO_TESTS for one in pytest_args)


def _print_open(messages: list[str]) -> None:
    print(f"{_count(len(messages), 'symbol')} still to be written" + (":" if messages else ""))
    for message in messages:
        print(f"  {message}")


def diff(course: Course, args: argparse.Namespace) -> int:
    chapter = find_chapter(course.chapters, args.chapter)
    new = course.whole(chapter)
    if args.workspace:
        open_tasks(course, chapter)  # says what to do where there is no whole workspace
        folder = workspace_folder(course, chapter)
        old, new, names = new, {p: read_text(folder / p) for p in new}, ("reference", "workspace")
    else:
        old, names = course.before(chapter.number), ("before", f"chapter {chapter.number}")
    for path in sorted(new):
        before = old.get(path, "")
        lines = difflib.unified_diff(
            before.splitlines(),
            new[path].splitlines(),
            f"{path} ({names[0]})" if path in old else "nothing",
            f"{path} ({names[1]})",
            lineterm="",
        )
        for line in lines:
            print(_coloured(line))
    return 0


def _coloured(line: str) -> str:
    if not sys.stdout.isatty():
        return line
    colour = {"+": 32, "-": 31, "@": 36}.get(line[:1])
    return line if colour is None else f"\033[{colour}m{line}\033[0m"


def stubs(course: Course, args: argparse.Namespace) -> int:
    for chapter in _chosen(course, args.chapters):
        if args.check:
            check_stub_files(course, chapter)
        for file in [] if args.check else write_stubs(course, chapter):
            print(f"changed: {_short(course, file)}")
    print("the stubs are up to date")
    return 0


def capture(course: Course, args: argparse.Namespace) -> int:
    line = _Line(True)
    for chapter in _chosen(course, args.chapters):
        line.show(f"chapter {chapter.number}: main")
        is_new = capture_output(course, chapter)
        line.clear()
        print(
            f"chapter {chapter.number}: output {'changed' if is_new else 'as it was'}", flush=True
        )
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _short(course: Course, path: Path) -> str:
    return path.relative_to(course.root).as_posix()
