"""What a reader has done: one JSON file, the same here and in the browser.

    {"schema": 1, "problems": {"081-align-and-pages": {"starter": "…", "accepted": true, "tries": 3,
     "hints": 1, "solution": false, "misconception": "", "code": "def div_ceil…"}}}

``starter`` is the hash of the starter that the code was begun with, by which a newer version of a
problem is known. Nothing that a reader wrote is ever overwritten: what cannot be taken in is put
beside it. A file may also have ``cards``, the review cards of cards.py.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from kernel.problem import Problem
from kernel.values import short

from .cards import Cards, merge_cards, parse_cards
from .library import Entry, UsageError

SCHEMA = 1
LOCK_TRIES, LOCK_SECONDS = 100, 0.02
NEW: dict[str, Any] = {
    "starter": "", "accepted": False, "tries": 0, "hints": 0, "solution": False,
    "misconception": "", "code": "",
}  # fmt: skip


class ProgressFile(NamedTuple):
    """What a progress file says, by the names of problems and of cards."""

    problems: dict[str, dict[str, Any]]
    cards: Cards


def write_whole(path: Path, text: str) -> None:
    """Replace a file in one step, so that a crash leaves the old one or the new one."""
    path = Path(os.path.realpath(path))  # a link stays one: its target is replaced
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # mkstemp makes files that only their owner can read
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def parse(text: str, place: str) -> ProgressFile:
    """A progress file; each problem has every field. One without cards is as good as ever.

    Raises:
        UsageError: if it is not one, or is newer than this program.
    """
    try:
        data = json.loads(text)
        schema, problems = data["schema"], data["problems"]
        if isinstance(schema, int) and schema > SCHEMA:
            raise UsageError(f"{place} was written by a newer version: update the course first")
        if schema != SCHEMA or not isinstance(problems, dict):
            raise ValueError(f"schema {schema!r}")
        cards = parse_cards(data.get("cards", {}))
        both = [problems, cards]
        json.dumps(both, ensure_ascii=False).encode()  # half a character would not be saved
        return ProgressFile({name: _entry(entry) for name, entry in problems.items()}, cards)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{place} is not a progress file: {error}") from error


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    whole = {**NEW, **entry}
    for name, default in NEW.items():
        if type(whole[name]) is not type(default):
            raise ValueError(f"{name} is {short(whole[name])}")
        if type(default) is int and whole[name] < 0:
            raise ValueError(f"{name} is {whole[name]}")
    return whole


class Progress:
    """The progress file of a workspace.

    Attributes:
        warnings: what could not be read or saved, in words.
    """

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.path = workspace / "progress.json"
        self.warnings: list[str] = []
        self._changed: set[str] = set()
        self._unreadable = False
        self._problems: dict[str, dict[str, Any]] = {}
        self._cards: Cards = {}
        try:
            text = self.path.read_text(encoding="utf-8")
            self._problems, self._cards = parse(text, str(self.path))
        except FileNotFoundError:
            pass
        except (UsageError, UnicodeDecodeError) as error:
            self._put_aside(str(error))
        except OSError as error:
            self._unreadable = True  # and must not be written over
            self.warnings.append(
                f"{self.path} cannot be read ({error.strerror}): nothing is saved; "
                "--workspace DIR takes another folder"
            )

    def _put_aside(self, why: str) -> None:
        """An unreadable file keeps its text, under another name."""
        aside = _free_name(self.path.with_name("progress.broken.json"))
        try:
            self.path.rename(aside)
        except OSError as error:
            self._unreadable = True
            self.warnings.append(f"{why}; it cannot be moved ({error.strerror}): nothing is saved")
            return
        self.warnings.append(f"{why}; it is kept as {aside.name}, and progress starts anew")

    def of(self, problem: Problem) -> dict[str, Any]:
        """What is known of one problem; to be changed in place, then saved."""
        self._changed.add(problem.name)
        entry = self._problems.setdefault(problem.name, dict(NEW))
        entry["starter"] = entry["starter"] or problem.starter_hash
        return entry

    def peek(self, problem: Problem) -> dict[str, Any]:
        return self._problems.get(problem.name, NEW)

    def text(self) -> str:
        problems = {name: self._problems[name] for name in sorted(self._problems)}
        document: dict[str, Any] = {"schema": SCHEMA, "problems": problems}
        if self._cards:
            document["cards"] = {name: self._cards[name] for name in sorted(self._cards)}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

    def save(self) -> None:
        """Write what changed into the file as it is now: another judge may have written too."""
        if self._unreadable:
            return
        try:
            with _lock(self.path):
                self._take_others()
                write_whole(self.path, self.text())
        except OSError as error:
            self.warnings.append(
                f"progress is not saved: {self.path} cannot be written ({error.strerror}); "
                "--workspace DIR takes another folder"
            )

    def _take_others(self) -> None:
        try:
            now = parse(self.path.read_text(encoding="utf-8"), str(self.path))
        except (OSError, UsageError, UnicodeDecodeError):
            return  # there is none yet, or it was looked at when this began
        for name, entry in now.problems.items():
            if name not in self._changed:
                self._problems[name] = entry
        merge_cards(self._cards, now.cards)

    def file_of(self, problem: Problem) -> Path:
        return self.workspace / problem.file_name

    def take_code(self, entries: list[Entry]) -> None:
        """Put the reader's files as they are now into the progress."""
        for entry in entries:
            try:
                code = self.file_of(entry.problem).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            if code.strip() != entry.problem.starter.strip():
                self.of(entry.problem)["code"] = code

    def merge(self, other: ProgressFile, entries: list[Entry]) -> list[str]:
        """Take in another progress file; what was done with each problem, a line each."""
        by_name = {entry.problem.name: entry.problem for entry in entries}
        told = []
        for name, theirs in sorted(other.problems.items()):
            problem = by_name.get(name)
            if problem is None:
                ours = self._problems.setdefault(name, dict(NEW))
                self._changed.add(name)
                told.append(f"{name}: not a problem of this checkout; kept in the progress file")
            else:
                ours = self.of(problem)
                told.append(f"{name}: {self._take_file(problem, theirs)}")
            for key in ("accepted", "solution"):
                ours[key] = ours[key] or theirs[key]
            for key in ("tries", "hints"):
                ours[key] = max(ours[key], theirs[key])
            ours["code"] = ours["code"] or theirs["code"]
            ours["starter"] = ours["starter"] or theirs["starter"]
        if other.cards:
            taken = merge_cards(self._cards, other.cards)
            told.append(f"review cards: {taken} of {len(other.cards)} taken in")
        return told

    def _take_file(self, problem: Problem, theirs: dict[str, Any]) -> str:
        code, path = theirs["code"], self.file_of(problem)
        state = "accepted" if theirs["accepted"] else "begun"
        if theirs["starter"] not in ("", problem.starter_hash):
            state += " in an earlier version of the problem"
        if not code:
            return state
        there = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        if there.strip() == code.strip():
            return f"{state}; the file is the same"
        if there.strip() in ("", problem.starter.strip()):
            write_whole(path, code)
            return f"{state}; written to {path.name}"
        beside = path.with_name(f"{path.stem}.imported.py")
        if not beside.exists() or beside.read_text(encoding="utf-8", errors="replace") != code:
            beside = _free_name(beside)
            write_whole(beside, code)
        return f"{state}; your own {path.name} stays, the other is {beside.name}"


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Nobody else writes the file meanwhile. A lock that is left over is broken after a while."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_name(path.name + ".lock")
    for _ in range(LOCK_TRIES):
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            time.sleep(LOCK_SECONDS)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    """The path, or one like it with a number, where no file is yet."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
