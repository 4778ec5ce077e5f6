"""How much memory a process holds, on systems that cannot limit it by themselves."""

from __future__ import annotations

import csv
import subprocess
import sys

TORCH_MEGABYTES = 600  # what torch itself takes, more or less


def too_much(pid: int, megabytes: int, platform: str = sys.platform) -> bool:
    """Whether the process should be ended. On Linux the limit is the process' own (child.py)."""
    if platform == "linux":
        return False
    held = held_megabytes(pid, platform)
    return held is not None and held > megabytes + TORCH_MEGABYTES


def held_megabytes(pid: int, platform: str) -> int | None:
    """The process' memory; None where that cannot be learned."""
    windows = platform == "win32"
    command = (
        ["tasklist", "/FI", f"PID eq {pid}", "/FO", "CSV", "/NH"]
        if windows
        else ["ps", "-o", "rss=", "-p", str(pid)]
    )
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return parse_tasklist(output) if windows else parse_ps(output)


def parse_ps(output: str) -> int | None:
    """``ps -o rss=`` prints KiB."""
    return int(output) // 1024 if output.strip().isdigit() else None


def parse_tasklist(output: str) -> int | None:
    """``tasklist`` prints "name","pid","session","number","1,234 K", its separators by locale."""
    rows = list(csv.reader(output.splitlines()))
    digits = "".join(c for c in rows[0][4] if c.isdigit()) if rows and len(rows[0]) > 4 else ""
    return int(digits) // 1024 if digits else None
