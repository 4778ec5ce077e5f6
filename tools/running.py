"""Child processes of tools/course.py: quiet ones with a progress line, and loud ones.

Standard library only, no syntax newer than Python 3.8.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PATIENCE = 2.0  # seconds without a word
TAIL = 15  # lines of a log that are worth showing


class CourseError(Exception):
    """Something that the reader must mend; the message says what, where and how."""


def course_command(arguments: str) -> str:
    return f"{'python' if os.name == 'nt' else 'python3'} tools/course.py {arguments}".rstrip()


def rerun() -> str:
    """The words that end most messages."""
    return f"run {course_command(' '.join(sys.argv[1:2]))} again"


def last_lines(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "  (there is no log)"
    return "\n".join(f"  {line}" for line in lines[-TAIL:])


def run_quietly(title: str, command: list[str], log: Path, folder: Path) -> int:
    """Run a command with its output in a new log file, and a line that says for how long already.

    Returns: its exit status.

    Raises:
        KeyboardInterrupt: after the child has ended.
    """
    begin = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        # A locale of its own would decide how the child writes non-English words into the log.
        environment = {**os.environ, "PYTHONUTF8": "1"}
        process = start(command, folder, environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            shown = 0.0
            while True:
                try:
                    status = process.wait(timeout=0.2)
                    break
                except subprocess.TimeoutExpired:
                    elapsed = time.monotonic() - begin
                    every = 1.0 if sys.stdout.isatty() else 30.0
                    if elapsed >= PATIENCE and (shown == 0.0 or elapsed - shown >= every):
                        _progress(f"{title} … {elapsed:.0f} s")
                        shown = elapsed
        except KeyboardInterrupt:
            stop(process)
            raise
    if time.monotonic() - begin >= PATIENCE:
        word = "done" if status == 0 else "failed"
        _progress(f"{title}: {word} in {time.monotonic() - begin:.0f} s", end="\n")
    return status


def run_loudly(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> int:
    """Run a command that writes to this terminal; returns its exit status, 1 if it was killed.

    Raises:
        KeyboardInterrupt: after the child has ended.
    """
    process = start(command, folder, environment)
    try:
        status = process.wait()
    except KeyboardInterrupt:
        stop(process)
        raise
    if status < 0:
        print(
            f"{Path(command[0]).name} was ended by signal {-status}; "
            "9 is often the system's, for want of memory",
            file=sys.stderr,
        )
        return 1
    return status


def start(
    command: list[str], folder: Path, environment: dict[str, str] | None = None, **files: Any
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, **files
        )
    except OSError as error:
        raise CourseError(f"{command[0]} cannot be started ({error.strerror}): {rerun()}") from None


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ctrl-C reaches the child as well: leave it a moment to tidy up, then end it."""
    try:
        process.wait(timeout=5)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def _progress(text: str, end: str = "") -> None:
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end=end, flush=True)
    else:
        print(text, flush=True)
