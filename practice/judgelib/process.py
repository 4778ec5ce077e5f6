"""A process in which programs are judged, and everything that can become of it."""

from __future__ import annotations

import json
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

from .memory import too_much

CHILD = Path(__file__).resolve().parents[1] / "kernel" / "child.py"
PROBLEMS = Path(__file__).resolve().parents[1] / "problems"
MEGABYTES = 2048
START_SECONDS = 300  # for Python and torch to be there, on the slowest disk
LOOK_SECONDS = 0.25


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
        kind, value = self._start(waiting)
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
                key = "time" if running else "time_loading"
                return ended("time_limit", say(key, lang, seconds=f"{seconds:g}", test=running))
            else:
                key, how = _how_it_ended(value)
                return ended("crashed", say(key, lang, how=how))

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """Kill the process and wait for it."""
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
            for line in self._process.stdout:
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
                return self._parse(self._lines.get(timeout=min(left, LOOK_SECONDS)))
            except queue.Empty:
                if too_much(self._process.pid, MEGABYTES):
                    return "memory", None

    def _parse(self, line: bytes) -> tuple[str, Any]:
        if not line:
            return "ended", self._process.wait()
        start = self._secret.encode() + b" "
        if not line.startswith(start):
            return "channel", None
        kind, value = json.loads(line[len(start) :])
        return kind, value


def _how_it_ended(status: int) -> tuple[str, str]:
    """The message for an exit status, and what to put in it."""
    if status >= 0:
        return "left", f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return ("killed" if name == "SIGKILL" else "crashed"), name
