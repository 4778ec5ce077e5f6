"""A reader's workspaces: workspace/chNN_slug/, one for each chapter, never overwritten.

``.steps.json`` in a workspace remembers what was put there, so that a file that the reader changed
can be told from one that only the course changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from .manifest import Chapter, CourseError, Task
from .mine import bring_symbol, extra_definitions, same_function
from .stubs import (
    Opening,
    is_written,
    missing_message,
    open_messages,
    open_symbols,
    task_order,
    tasks_until,
)
from .tree import Course, Tree, read_text

STATE = ".steps.json"
MINE, REFERENCE, AUTO = "mine", "reference", "auto"


@dataclass
class Report:
    """What ``start`` did, for the reader to read."""

    folder: Path
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)
    backup: Path | None = None
    notes: list[str] = field(default_factory=list)


def workspace_folder(course: Course, chapter: Chapter) -> Path:
    return course.root / "workspace" / chapter.name


def start(course: Course, chapter: Chapter, sources: dict[int, str], force: bool) -> Report:
    """Make or complete the workspace of a chapter.

    Args:
        sources: for each earlier chapter whose work to take: "mine", "reference" or "auto" (mine
            where it is written, the reference elsewhere); chapters that are not named: "auto".
        force: refresh everything, after a backup of the whole workspace.

    Raises:
        CourseError: if something cannot be read or written; no file has been changed then.
    """
    report = Report(workspace_folder(course, chapter))
    wanted = _wanted_files(course, chapter, sources, report)
    folder = report.folder
    state = _read_state(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if force and any(folder.iterdir()):
            report.backup = _back_up(course, folder)
        for path, text in wanted.items():
            _place(folder / path, path, text, state, force, report)
        _write(folder / STATE, json.dumps({"schema": 1, "files": state}, indent=1) + "\n")
    except OSError as error:
        raise CourseError(
            f"{error.filename or folder} cannot be written ({error.strerror}): make it writable "
            f"and run again: python tools/steps.py start {chapter.number}"
        ) from None
    return report


def _place(
    file: Path, path: str, text: str, state: dict[str, str], force: bool, report: Report
) -> None:
    """Write one file unless there is one already."""
    if not file.exists() or force:
        _write(file, text)
        state[path] = _hash(text)
        report.written.append(path)
        return
    there = read_text(file)
    if there == text:
        state[path] = _hash(text)
        report.unchanged.append(path)
    elif state.get(path) == _hash(there):
        report.outdated.append(path)
    else:
        report.left_alone.append(path)


def _wanted_files(
    course: Course, chapter: Chapter, sources: dict[int, str], report: Report
) -> Tree:
    """The files of a workspace: the tree, this chapter's symbols open, earlier ones taken."""
    files = dict(course.whole(chapter))
    openings: dict[str, list[Opening]] = {}
    brought: dict[str, list[tuple[Task, str]]] = {}
    taken: dict[int, set[str]] = {}
    for (path, symbol), task in tasks_until(course, chapter.number).items():
        if task.chapter == chapter.number:
            openings.setdefault(path, []).append(Opening(symbol, task.message))
            continue
        if path not in files:
            continue  # a file of an earlier chapter's tree alone
        source = sources.get(task.chapter, AUTO)
        found = None if source == REFERENCE else _find_mine(course, chapter, task)
        if found is not None:
            brought.setdefault(path, []).append((task, found))
            taken.setdefault(task.chapter, set()).add(MINE)
        elif source == MINE:
            openings.setdefault(path, []).append(Opening(symbol, missing_message(task)))
            taken.setdefault(task.chapter, set()).add("still to bring")
        else:
            taken.setdefault(task.chapter, set()).add(REFERENCE)
    for path, items in brought.items():
        reference = files[path]
        for task, text in items:
            files[path] = bring_symbol(files[path], text, task.symbol, path)
        for _, text in {text: (task, text) for task, text in items}.values():
            files[path], names = extra_definitions(files[path], text, reference, path)
            if names:
                report.notes.append(f"{path}: your own {', '.join(names)} came along")
    for path, ones in openings.items():
        files[path] = open_symbols(files[path], ones, path)
    for number, kinds in sorted(taken.items()):
        report.notes.append(f"chapter {number}: {' and '.join(sorted(kinds))}")
    files["main.py"] = read_text(chapter.folder / "main.py")
    return files


def _find_mine(course: Course, chapter: Chapter, task: Task) -> str | None:
    """The text of the newest workspace file, from the task's chapter on, that has it written.

    In a later workspace the reference counts for nothing: it was given there, and an older one may
    hold the reader's own.
    """
    for one in reversed(course.chapters):
        if not task.chapter <= one.number < chapter.number:
            continue
        newest = tasks_until(course, one.number).get((task.file, task.symbol))
        file = workspace_folder(course, one) / task.file
        if newest != task or not file.is_file():
            continue
        text = read_text(file)
        text += "" if text.endswith("\n") else "\n"
        if not is_written(text, task.symbol, str(file)):
            continue
        reference = course.whole(one)[task.file]
        if one.number == task.chapter or not same_function(text, reference, task.symbol):
            return text
    return None


def open_tasks(course: Course, chapter: Chapter) -> list[str]:
    """The messages of everything that is still open in a workspace, in the order of the tasks.

    Raises:
        CourseError: if there is no workspace, or files are missing from it.
    """
    folder = workspace_folder(course, chapter)
    command = f"python tools/steps.py start {chapter.number}"
    if not folder.is_dir():
        raise CourseError(f"there is no workspace for chapter {chapter.number} yet: {command}")
    messages = []
    for path in course.whole(chapter):
        if not (folder / path).is_file():
            raise CourseError(f"{folder / path} is missing: {command} puts it back")
        text = read_text(folder / path)
        messages += open_messages(text, str(folder / path))
    return sorted(messages, key=task_order)


def _read_state(folder: Path) -> dict[str, str]:
    """What was put there: hashes by path; nothing if that is not known any more."""
    try:
        return dict(json.loads((folder / STATE).read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _back_up(course: Course, folder: Path) -> Path:
    """Copy a workspace to a folder that was not there before."""
    backups = course.root / "workspace" / "backups"
    number = 1
    while (backups / f"{folder.name}-{number:03}").exists():
        number += 1
    target = backups / f"{folder.name}-{number:03}"
    shutil.copytree(folder, target)
    return target


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(file.name + ".part")
    half.write_text(text, encoding="utf-8", newline="\n")
    os.replace(half, file)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
