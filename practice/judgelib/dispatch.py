"""From a parsed command line to the command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import commands
from .check_command import check
from .commands import Desk, Setting
from .library import PRACTICE, UsageError, find_folders
from .process import ChildError
from .texts import default_language


def run(options: argparse.Namespace) -> int:
    """Carry out one command; returns the exit status."""
    setting = Setting(
        lang=getattr(options, "lang", None) or default_language(),
        runtime=getattr(options, "runtime", "torch"),
        workspace=Path(getattr(options, "workspace", PRACTICE / "workspace")),
        as_json=getattr(options, "json", False),
    )
    try:
        return _run(options, setting)
    except UsageError as error:
        print(f"judge.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        place = f"{error.filename}: " if error.filename else ""
        print(f"judge.py: {place}{error.strerror or error}", file=sys.stderr)
        return 1
    except ChildError as error:
        print(f"judge.py: {error}", file=sys.stderr)
        return 1


def _run(options: argparse.Namespace, setting: Setting) -> int:
    name = options.command
    if name == "check":
        if not options.all and not options.problems:
            raise UsageError("which problems? python practice/judge.py check 193, or check --all")
        chosen = find_folders([] if options.all else options.problems)
        return check(chosen, options.all, options.write, setting.runtime, setting.as_json)
    desk = Desk(setting)
    if name is None:
        return commands.status(desk)
    if name == "list":
        return commands.list_problems(desk, options.chapter, options.todo)
    if name in ("start", "show", "hint"):
        return int(getattr(commands, name)(desk, options.problem))
    if name in ("test", "watch"):
        return int(getattr(commands, name)(desk, options.problem, options.file))
    if name == "solution":
        return commands.solution(desk, options.problem, options.now)
    if name == "progress":
        return commands.progress(desk, options.export, options.import_from)
    return commands.doctor(desk)
