"""The problems of this checkout, and the Python that can judge them."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kernel.problem import Problem, ProblemError, load_problem, problem_folders
from kernel.rewriting import example

PRACTICE = Path(__file__).resolve().parents[1]
PROBLEMS = PRACTICE / "problems"
STRENGTH = PRACTICE / "strength.json"
ROOT = PRACTICE.parent
EXAMPLE = "<!-- example -->"


class UsageError(Exception):
    """The command cannot be carried out as it was given; the text says what to do instead."""


@dataclass(frozen=True)
class Entry:
    """A problem and its folder."""

    problem: Problem
    folder: Path

    @property
    def number(self) -> int:
        return self.problem.number

    def statement(self, lang: str) -> str:
        """The task with its first example in place, as Markdown."""
        text = (self.folder / f"statement.{lang}.md").read_text(encoding="utf-8").strip()
        rules = self.problem.rules if lang == "zh" else {}
        lines = "\n".join(example(self.problem.tests, rules))
        return text.replace(EXAMPLE, f"```python\n{lines}\n```")

    def right_programs(self) -> list[Path]:
        """The reference, then the alternatives."""
        return [self.folder / "solution.py", *sorted(self.folder.glob("alternatives/*.py"))]


def read_strength(path: Path = STRENGTH) -> dict[str, Any]:
    """By problem, what ``check`` found; empty if nothing was recorded yet."""
    try:
        figures = json.loads(path.read_text(encoding="utf-8"))["problems"]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path} cannot be read ({type(error).__name__}): take it from git again, or write it "
            "anew with: python practice/judge.py check --all --write"
        ) from error
    assert isinstance(figures, dict)
    return figures


def load_all(root: Path = PROBLEMS) -> list[Entry]:
    """Every problem, by number.

    Raises:
        UsageError: if one cannot be read, or there is none.
    """
    strength = read_strength()
    entries = []
    try:
        for folder in problem_folders(root):
            problem = load_problem(folder)
            wrong = strength.get(folder.name, {}).get("wrong", {})
            kills = {name: kill for name, kill in wrong.items() if isinstance(kill, dict)}
            entries.append(Entry(replace(problem, kills=kills), folder))
    except (ProblemError, OSError) as error:
        raise UsageError(str(error)) from error
    if not entries:
        raise UsageError(f"there is no problem in {root}: is the checkout complete?")
    return entries


def find(entries: list[Entry], name: str) -> Entry:
    """A problem by its number, or by the name of its folder or file.

    Raises:
        UsageError: if there is none, naming those that are near.
    """
    wanted = Path(name).stem.replace("_", "-")
    number = int(wanted) if re.fullmatch("[0-9]{1,6}", wanted) else None
    for entry in entries:
        if (
            entry.number == number
            or entry.problem.name == wanted
            or entry.problem.name[4:] == wanted
        ):
            return entry
    if number is None:
        raise UsageError(f"no problem is called {name}: see python practice/judge.py list")
    near = sorted(entries, key=lambda entry: abs(entry.number - number))[:3]
    numbers = ", ".join(str(entry.number) for entry in sorted(near, key=lambda e: e.number))
    raise UsageError(f"there is no problem {number}; near it are {numbers}: see judge.py list")


def find_folders(names: list[str], root: Path = PROBLEMS) -> list[Path]:
    """The folders of problems, whatever is in them; all of them if none is named.

    Raises:
        UsageError: for a name that is none.
    """
    folders = problem_folders(root)
    chosen = []
    for name in names:
        found = [f for f in folders if f.name == name or f.name[:3] == name.rjust(3, "0")]
        if not found:
            raise UsageError(f"there is no problem {name} in {root}")
        chosen += found
    return chosen or folders


def python_with_torch() -> str | None:
    """An interpreter that has torch: this one, or that of the course's own environment."""
    if importlib.util.find_spec("torch") is not None:
        return sys.executable
    inner = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    packages = "Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages"
    if any((ROOT / ".venv").glob(f"{packages}/torch/__init__.py")):
        return str(ROOT / ".venv" / inner)
    return None
