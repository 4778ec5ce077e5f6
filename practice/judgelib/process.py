"""A process in which programs are judged, and everything that can become of it."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kernel.messages import say
from kernel.problem import Problem
from kernel.verdict import document, stopped

from .library import PROBLEMS
from .memory import too_much

CHILD = Path(__file__).resolve().parents[1] / "kernel" / "child.py"
MEGABYTES = 2048
START_SECONDS = 300  # for Python and torch to be there, on the slowest disk
LOOK_SECONDS = 0.25
LONGEST_LINE = 16 * 2**20
ANSWERS: dict[str, type | tuple[type, ...]] = {
    "ready": type(None), "no_torch": str, "plan": list, "start": str, "done": dict,
    "verdict": dict, "judge_error": str,
}  # fmt: skip
VERDICT_KEYS = {"schema", "problem", "status", "message", "passed", "total", "tests", "hint"}


class ChildError(Exception):
    """The judging process could not do its work; the text says why and what to do."""


class Child:
    """One process, which judges one program after the other.

    Args:
        python: the interpreter that runs it.
        needs_torch: whether torch is imported before the first program.
        runtime: ``torch`` or ``lite``.
        waiting: called now and then while the process starts, with the seconds so far.

    Raises:
        ChildError: if it does not start.
    """

    def __init__(
        self,
        python: str,
        needs_torch: bool,
        runtime: str = "torch",
        waiting: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        # Without site-packages Python starts in a third of the time, and a program that needs none
        # of them cannot come to depend on them.
        flags = ["-P"] if needs_torch and runtime == "torch" else ["-I", "-S"]
        self._secret = secrets.token_hex(16)
        self._process = subprocess.Popen(
            [python, *flags, "-B", "-X", "utf8", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=sys.platform != "win32",
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        first = {"secret": self._secret, "torch": needs_torch, "runtime": runtime}
        self._ask({**first, "megabytes": MEGABYTES, "hidden": str(PROBLEMS)})
        try:
            kind, value = self._start(waiting)
        except BaseException:  # Ctrl-C while torch is imported
            self.end()
            raise
        if kind != "ready":
            self.end()
            raise ChildError(value)

    def judge(
        self, problem: Problem, data: bytes, seconds: float, **options: Any
    ) -> dict[str, Any]:
        """The verdict on one program. After one that ended or blocked it, the process is gone:
        see ``alive``."""
        lang = options.get("lang", "en")
        self._ask({"problem": problem.to_json(), "data": data.hex(), **options})
        names: list[str] = []
        done: list[dict[str, Any]] = []
        running = ""
        end = time.monotonic() + seconds

        def ended(status: str, message: str) -> dict[str, Any]:
            self.end()
            return stopped(problem, lang, names, done, running, status, message)

        while True:
            kind, value = self._answer(end)
            if kind == "plan":
                names = value
            elif kind == "start":
                running = value
            elif kind == "done":
                done.append(value)
                running = ""
            elif kind == "verdict":
                if value["status"] == "output_limit":
                    self.end()
                return self._checked(problem, lang, value, names, done)
            elif kind == "judge_error":
                return ended("crashed", say(kind, lang, error=value))
            elif kind == "channel":
                return ended("crashed", say("channel", lang))
            elif kind == "memory":
                return ended("memory_limit", say("memory", lang, megabytes=MEGABYTES))
            elif kind == "late":
                key = "time" if running or done else "time_loading"
                where = running or (done[-1]["name"] if done else "")
                return ended("time_limit", say(key, lang, seconds=f"{seconds:g}", test=where))
            else:
                key, how = _how_it_ended(value)
                return ended("crashed", say(key, lang, how=how))

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """Kill the process, with all that it started, and wait for it."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):  # it may have ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def _checked(
        self,
        problem: Problem,
        lang: str,
        verdict: dict[str, Any],
        names: list[str],
        done: list[dict[str, Any]],
    ) -> dict[str, Any]:
        """A verdict that says accepted must be that of tests which each said so, one by one."""
        if verdict["status"] == "accepted" and not (
            names
            and [test["name"] for test in done] == names
            and all(test["status"] == "passed" for test in done)
        ):
            self.end()
            return document(problem, lang, done, "crashed", say("channel", lang))
        return verdict

    def _ask(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            return  # it has ended: the next answer says so

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put(b"")

    def _start(self, waiting: Callable[[float], None]) -> tuple[str, str]:
        began = time.monotonic()
        while time.monotonic() - began < START_SECONDS:
            try:
                kind, value = self._parse(self._lines.get(timeout=LOOK_SECONDS))
            except queue.Empty:
                waiting(time.monotonic() - began)
                continue
            if kind == "ended":
                return kind, f"the judging process ended at once, with status {value}"
            return kind, value or ""
        return "late", f"torch was not imported after {START_SECONDS} seconds"

    def _answer(self, end: float) -> tuple[str, Any]:
        """The next answer, or what came instead of one."""
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return "late", None
            try:
                return self._parse(self._lines.get(timeout=min(left, LOOK_SECONDS)), left)
            except queue.Empty:
                if too_much(self._process.pid, MEGABYTES):
                    return "memory", None

    def _parse(self, line: bytes, seconds: float = 10.0) -> tuple[str, Any]:
        """What a line says; that the process has ended, or that it closed the channel and goes on;
        or that the line is not of the judge's making."""
        if not line:
            try:
                return "ended", self._process.wait(timeout=min(seconds, 2.0))
            except subprocess.TimeoutExpired:
                return "channel", None
        start = self._secret.encode() + b" "
        if not line.startswith(start) or not line.endswith(b"\n"):
            return "channel", None
        try:
            kind, value = json.loads(line[len(start) :])
        except ValueError:
            return "channel", None
        wanted = ANSWERS.get(kind) if isinstance(kind, str) else None
        whole = wanted is not None and isinstance(value, wanted)
        if whole and kind == "verdict":
            whole = set(value) >= VERDICT_KEYS
        return (kind, value) if whole else ("channel", None)


def _how_it_ended(status: int) -> tuple[str, str]:
    """The message for an exit status, and what to put in it."""
    if status >= 0:
        return "left", f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    if name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL"):
        return "crashed", name
    return ("killed" if name == "SIGKILL" else "signalled"), name
