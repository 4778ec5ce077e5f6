"""What each command of judge.py does; each returns the exit status."""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernel.messages import say
from kernel.runtime import has_torch
from kernel.source import MAX_BYTES, decode, for_utf8
from kernel.verdict import document

from .library import ROOT, Entry, UsageError, find, load_all, python_with_torch
from .process import Child, ChildError
from .progress import Progress, parse, write_whole
from .show import MARKS, pad, paint, verdict_lines
from .texts import tell

NAME = "python practice/judge.py"
SLOW_SECONDS = 1.5
WATCH_SECONDS = 0.3


@dataclass(frozen=True)
class Setting:
    """What every command is given."""

    lang: str
    runtime: str
    workspace: Path
    as_json: bool


class Desk:
    """The problems, the reader's progress, and the way to a verdict."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.entries = load_all()
        self.progress = Progress(setting.workspace)
        self._told = 0
        self.tell_warnings()

    def tell_warnings(self) -> None:
        for warning in self.progress.warnings[self._told :]:
            print(f"judge.py: {warning}", file=sys.stderr)
        self._told = len(self.progress.warnings)

    def file_of(self, entry: Entry) -> Path:
        return self.progress.file_of(entry.problem)

    def state(self, entry: Entry) -> str:
        """accepted, begun or new."""
        known = self.progress.peek(entry.problem)
        if known["accepted"]:
            return "accepted"
        return "begun" if known["tries"] or self.file_of(entry).exists() else "new"

    def todo(self, after: int = -1) -> Entry | None:
        """What to do next: what is begun, else the first that is new after a problem."""
        left = [entry for entry in self.entries if self.state(entry) != "accepted"]
        if after < 0:
            begun = [entry for entry in left if self.state(entry) == "begun"]
            left = begun or left
        later = [entry for entry in left if entry.number > after]
        return next(iter(later or left), None)

    def commands(self, entry: Entry) -> dict[str, str]:
        following = self.todo(entry.number)
        start = f"{NAME} start {following.number}" if following else f"{NAME} list"
        return {
            "hint": f"{NAME} hint {entry.number}",
            "solution": f"{NAME} solution {entry.number}",
            "start": start,
        }

    def open_child(self, entry: Entry) -> Child:
        """A process that can judge the problem.

        Raises:
            ChildError: if this machine has no torch, or cannot start it.
        """
        needs = "torch" in entry.problem.needs
        runtime = self.setting.runtime
        python: str | None = sys.executable
        if needs and runtime == "torch":
            python = python_with_torch()
        elif needs and not has_torch(runtime):
            python = None
        if python is None:
            raise ChildError(tell("torch_missing", self.setting.lang))
        return Child(python, needs, runtime, self._waiting())

    def _waiting(self) -> Callable[[float], None]:
        told = False

        def waiting(seconds: float) -> None:
            nonlocal told
            if seconds > SLOW_SECONDS and not told and sys.stderr.isatty():
                told = True
                print(paint(tell("importing", self.setting.lang), "dim"), file=sys.stderr)

        return waiting

    def judge(self, entry: Entry, path: Path, child: Child | None = None) -> dict[str, Any]:
        """Judge a file and keep what came of it."""
        problem, lang = entry.problem, self.setting.lang
        try:
            data = _read_program(path)
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        try:
            child = child or self.open_child(entry)
        except ChildError as error:
            return document(
                problem, lang, [], "needs_local",
                say("needs_local", lang, needs="torch", how=error),
            )  # fmt: skip
        try:
            verdict = child.judge(problem, data, problem.time_limit, filename=str(path), lang=lang)
        finally:
            child.end()
        self._keep(entry, path, data, verdict)
        return verdict

    def _keep(self, entry: Entry, path: Path, data: bytes, verdict: dict[str, Any]) -> None:
        known = self.progress.of(entry.problem)
        if verdict["status"] not in ("not_written", "needs_local"):
            known["tries"] += 1
        known["accepted"] = known["accepted"] or verdict["status"] == "accepted"
        known["misconception"] = (verdict["hint"] or {"wrong": ""})["wrong"]
        if path.resolve() == self.file_of(entry).resolve() and verdict["status"] != "syntax_error":
            known["code"] = for_utf8(decode(data))
        self.progress.save()
        self.tell_warnings()


def _read_program(path: Path) -> bytes:
    """A file's bytes, as many as tell whether it is too long."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder, not a program")
    if not path.is_file():
        raise UsageError(f"{path} is not a file")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def status(desk: Desk) -> int:
    """Six lines: where the reader stands, and what to do next."""
    lang = desk.setting.lang
    states = [desk.state(entry) for entry in desk.entries]
    counts = {name: states.count(name) for name in ("accepted", "begun")}
    print(paint(tell("state", lang, total=len(states), **counts), "bold"))
    entry = desk.todo()
    if entry is None:
        print(tell("all_done", lang))
        print(f"  {NAME} list")
        return 0
    print(tell("next", lang, number=entry.number, title=entry.problem.title[lang],
               chapter=entry.problem.chapter,
               difficulty=tell(entry.problem.difficulty, lang)))  # fmt: skip
    file = _relative(desk.file_of(entry))
    number = entry.number
    rows = [
        (f"{NAME} start {number}", tell("do_start", lang, file=file)),
        (f"{NAME} test {number}", tell("do_test", lang)),
        (f"{NAME} hint {number}", tell("do_hint", lang)),
        (f"{NAME} list", tell("do_list", lang)),
    ]
    for command, text in rows:
        print(f"  {pad(command, 38)}{paint(text, 'dim')}")
    return 0


def list_problems(desk: Desk, chapter: int | None, todo: bool) -> int:
    """Every problem, by chapter."""
    lang = desk.setting.lang
    chosen = [
        entry
        for entry in desk.entries
        if (chapter is None or entry.problem.chapter == chapter)
        and not (todo and desk.state(entry) == "accepted")
    ]
    if chapter is not None and not any(e.problem.chapter == chapter for e in desk.entries):
        chapters = sorted({entry.problem.chapter for entry in desk.entries})
        raise UsageError(
            f"chapter {chapter} has no problems: there are {chapters[0]} to {chapters[-1]}"
        )
    if desk.setting.as_json:
        rows = [
            {"number": entry.number, "name": entry.problem.name, "title": entry.problem.title,
             "chapter": entry.problem.chapter, "difficulty": entry.problem.difficulty,
             "kind": entry.problem.kind, "needs": entry.problem.needs, "state": desk.state(entry)}
            for entry in chosen
        ]  # fmt: skip
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return 0
    if not chosen:
        print(tell("nothing_to_do", lang))
    last = None
    for entry in chosen:
        problem = entry.problem
        if problem.chapter != last:
            last = problem.chapter
            print(paint(tell("chapter", lang, number=last), "bold"))
        mark = MARKS[desk.state(entry)]
        notes = [tell(problem.difficulty, lang), tell(problem.kind, lang), *problem.needs]
        row = f"{pad(problem.title[lang], 46)}{paint(', '.join(filter(None, notes)), 'dim')}"
        print(f"  {paint(mark, 'green')} {entry.number:3}  {row}".rstrip())
    legend = tell("legend", lang, accepted=MARKS["accepted"], begun=MARKS["begun"])
    print(paint(legend, "dim"))
    return 0


def start(desk: Desk, name: str) -> int:
    """Write the starter, unless the file is there, and show the task."""
    lang, entry = desk.setting.lang, find(desk.entries, name)
    path = desk.file_of(entry)
    kept = path.exists()
    if not kept:
        code = desk.progress.peek(entry.problem)["code"] or entry.problem.starter
        try:
            write_whole(path, code)
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written ({error.strerror}): --workspace DIR takes another folder"
            ) from error
        desk.progress.of(entry.problem)
        desk.progress.save()
        desk.tell_warnings()
    _show_task(desk, entry)
    print(tell("kept" if kept else "written", lang, file=_relative(path)))
    print(tell("then_test", lang, command=f"{NAME} test {entry.number}"))
    return 0


def show(desk: Desk, name: str) -> int:
    """The task."""
    _show_task(desk, find(desk.entries, name))
    return 0


def _show_task(desk: Desk, entry: Entry) -> None:
    lang, problem = desk.setting.lang, entry.problem
    print(paint(f"{entry.number} · {problem.title[lang]}", "bold"))
    print(f"\n{entry.statement(lang)}\n")
    rejected = _rejected(entry)
    if rejected:
        print(paint(tell("strength", lang, rejected=rejected), "dim"))


def _rejected(entry: Entry) -> int:
    from .library import read_strength

    return int(read_strength().get(entry.problem.name, {}).get("rejected", 0))


def test(desk: Desk, name: str, file: str | None) -> int:
    """Judge the reader's file, or another one; 0 only if it is accepted."""
    entry = find(desk.entries, name)
    path = Path(file) if file else desk.file_of(entry)
    _require(desk, entry, path, given=file is not None)
    verdict = desk.judge(entry, path)
    _print_verdict(desk, entry, path, verdict)
    return 0 if verdict["status"] == "accepted" else 1


def _require(desk: Desk, entry: Entry, path: Path, given: bool) -> None:
    if path.exists():
        return
    if given:
        raise UsageError(f"there is no file {path}")
    command = f"{NAME} start {entry.number}"
    raise UsageError(tell("no_file", desk.setting.lang, file=_relative(path), command=command))


def _print_verdict(desk: Desk, entry: Entry, path: Path, verdict: dict[str, Any]) -> None:
    if desk.setting.as_json:
        print(json.dumps(verdict, ensure_ascii=False, indent=1))
        return
    lang = desk.setting.lang
    print("\n".join(verdict_lines(verdict, path.name, lang, desk.commands(entry))))
    known = desk.progress.peek(entry.problem)
    if known["starter"] not in ("", entry.problem.starter_hash):
        print(tell("changed", lang, number=entry.number))


def watch(desk: Desk, name: str, file: str | None) -> int:
    """Judge at every save, until Ctrl-C. The next process is started before it is needed."""
    lang, entry = desk.setting.lang, find(desk.entries, name)
    path = Path(file) if file else desk.file_of(entry)
    _require(desk, entry, path, given=file is not None)
    print(tell("watching", lang, file=_relative(path)), flush=True)
    judged: tuple[int, int] | None = None
    seen = _fingerprint(path)
    spare: Child | None = None
    try:
        while True:
            now = _fingerprint(path)
            if now is None or now == judged or now != seen:
                seen = now  # judged when it is the same twice: an editor may be half-way
                time.sleep(WATCH_SECONDS)
                continue
            judged = now
            if spare is not None and not spare.alive:
                spare = None
            try:
                verdict = desk.judge(entry, path, spare)
            except UsageError as error:  # gone again, or not to be read
                print(f"judge.py: {error}", file=sys.stderr)
                continue
            spare = None
            _print_verdict(desk, entry, path, verdict)
            sys.stdout.flush()
            if verdict["status"] != "needs_local":
                spare = desk.open_child(entry)
    except KeyboardInterrupt:
        print(f"\n{tell('unwatched', lang)}")
        return 0
    finally:
        if spare is not None:
            spare.end()


def _fingerprint(path: Path) -> tuple[int, int] | None:
    """Changes whenever the file is saved; None while an editor has it away."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def hint(desk: Desk, name: str) -> int:
    """The next hint; that of a misconception first, if the last try looked like one."""
    lang, entry = desk.setting.lang, find(desk.entries, name)
    problem = entry.problem
    known = desk.progress.of(problem)
    wrong = problem.wrong_hints.get(known["misconception"])
    if wrong is not None:
        known["misconception"] = ""
        text = tell("known", lang, text=wrong[lang])
    elif known["hints"] < len(problem.hints):
        known["hints"] += 1
        total, number = len(problem.hints), known["hints"]
        text = tell("hint", lang, number=number, total=total, text=problem.hints[number - 1][lang])
    else:
        text = tell("no_more_hints", lang, command=f"{NAME} solution {entry.number}")
    print(text)
    desk.progress.save()
    desk.tell_warnings()
    return 0


def solution(desk: Desk, name: str, now: bool) -> int:
    """The reference and what else is right; after a try, unless told otherwise."""
    lang, entry = desk.setting.lang, find(desk.entries, name)
    known = desk.progress.of(entry.problem)
    if not (now or known["tries"] or known["accepted"]):
        print(tell("try_first", lang, test=f"{NAME} test {entry.number}",
                   now=f"{NAME} solution {entry.number} --now"))  # fmt: skip
        return 1
    for path in entry.right_programs():
        text = path.read_text(encoding="utf-8")
        if path.parent.name == "alternatives":
            about, _, text = text.lstrip('"').partition('"""')
            line = tell("alternative", lang, about=" ".join(about.split()))
            print(paint(f"# {line}", "bold"))
        print(text.strip() + "\n")
    known["solution"] = True
    desk.progress.save()
    desk.tell_warnings()
    return 0


def progress(desk: Desk, export: str | None, import_from: str | None) -> int:
    """What was done so far; to a file, or from one."""
    lang = desk.setting.lang
    if import_from is not None:
        path = Path(import_from)
        try:
            theirs = parse(path.read_text(encoding="utf-8"), str(path))
            told = desk.progress.merge(theirs, desk.entries)
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: {error}") from error
        desk.progress.save()
        print(tell("imported", lang, file=path))
        print("\n".join(f"  {line}" for line in told))
        desk.tell_warnings()
        return 1 if desk.progress.warnings else 0
    desk.progress.take_code(desk.entries)
    if export is not None:
        return _export(desk, Path(export))
    if desk.setting.as_json:
        print(desk.progress.text(), end="")
        return 0
    begun = [entry for entry in desk.entries if desk.state(entry) != "new"]
    for entry in begun:
        known = desk.progress.peek(entry.problem)
        key = "accepted_of" if known["accepted"] else "begun_of"
        title = entry.problem.title[lang]
        print(tell(key, lang, number=entry.number, title=title, tries=known["tries"],
                   hints=known["hints"]))  # fmt: skip
    if not begun:
        print(tell("none_begun", lang, command=f"{NAME} start {desk.entries[0].number}"))
    return 0


def _export(desk: Desk, path: Path) -> int:
    if path.exists():
        try:
            parse(path.read_text(encoding="utf-8"), str(path))
        except (UsageError, OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} is there and is something else: take another name") from error
    try:
        write_whole(path, desk.progress.text())
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    count = sum(1 for entry in desk.entries if desk.state(entry) != "new")
    print(tell("exported", desk.setting.lang, file=path, count=count))
    return 0


def doctor(desk: Desk) -> int:
    """What can be judged on this machine, and how to get the rest."""
    python = python_with_torch()
    torch = sum("torch" in entry.problem.needs for entry in desk.entries)
    plain = len(desk.entries) - torch
    workspace = desk.setting.workspace
    facts = {
        "python": platform.python_version(),
        "torch": python,
        "lite": has_torch("lite"),
        "workspace": str(workspace),
        "writable": _writable(workspace),
    }
    if desk.setting.as_json:
        print(json.dumps(facts, indent=1))
        return 0 if python and facts["writable"] else 1
    print(f"Python {facts['python']}: {plain} problems need nothing else")
    if python:
        print(f"torch: found with {python}: the other {torch} problems run")
    else:
        print(f"torch: not found, so {torch} problems wait; python3 tools/course.py check gets it")
    lite = "here: --runtime lite judges as the browser does" if facts["lite"] else "not here"
    print(f"the browser's torch: {lite}")
    if facts["writable"]:
        print(f"workspace: {_relative(workspace)}")
    else:
        print(f"workspace: {workspace} cannot be written; --workspace DIR takes another folder")
    return 0 if python and facts["writable"] else 1


def _writable(folder: Path) -> bool:
    probe = folder / ".probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _relative(path: Path) -> str:
    try:
        return path.resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return str(path)
