"""A problem's folder as plain data, which the browser gets as JSON."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

CHAPTER_NUMBERS = 20
FILES = {
    "problem.toml", "statement.en.md", "statement.zh.md", "starter.py", "solution.py", "tests.py",
    "hints.toml",
}  # fmt: skip


class ProblemError(Exception):
    """A problem's folder is not as it should be; the text names the file."""


@dataclass(frozen=True)
class Problem:
    """Everything that judging and showing a problem takes, but for its solution.

    Attributes:
        name: the folder, ``081-align-and-pages``.
        rules: the rules that tests.py names, in Chinese.
        hints: in order, each ``{"en": …, "zh": …}``.
        wrong_hints: by wrong program, in the same form.
        kills: by wrong program, ``failed``, the tests that it fails, and ``first``, what the first
            of them got (strength.json); may be empty.
    """

    name: str
    title: dict[str, str]
    chapter: int
    kind: str
    difficulty: str
    tags: list[str]
    needs: list[str]
    time_limit: float
    rules: dict[str, str]
    equivalent: dict[str, str]
    tests: str
    starter: str
    hints: list[dict[str, str]]
    wrong_hints: dict[str, dict[str, str]]
    kills: dict[str, dict[str, Any]]

    @property
    def number(self) -> int:
        return int(self.name[:3])

    @property
    def slug(self) -> str:
        return self.name[4:].replace("-", "_")

    @property
    def file_name(self) -> str:
        """What a reader's file is called."""
        return f"{self.name[:3]}_{self.slug}.py"

    @property
    def starter_hash(self) -> str:
        """By which progress knows which version of the problem was solved."""
        return hashlib.sha256(self.starter.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def load_problem(folder: Path, kills: dict[str, dict[str, Any]] | None = None) -> Problem:
    """Read a problem's folder.

    Raises:
        ProblemError: naming the file and what is wrong with it.
    """
    about, hints = (_read_toml(folder / name) for name in ("problem.toml", "hints.toml"))
    try:
        return Problem(
            name=folder.name,
            title=dict(about["title"]),
            chapter=int(about["chapter"]),
            kind=str(about["kind"]),
            difficulty=str(about["difficulty"]),
            tags=list(about["tags"]),
            needs=list(about["needs"]),
            time_limit=float(about["time_limit"]),
            rules=dict(about.get("rules", {})),
            equivalent=dict(about.get("equivalent", {})),
            tests=_read(folder / "tests.py"),
            starter=_read(folder / "starter.py"),
            hints=[dict(hint) for hint in hints.get("hint", [])],
            wrong_hints={name: dict(hint) for name, hint in hints.get("wrong", {}).items()},
            kills=kills or {},
        )
    except KeyError as error:
        raise ProblemError(f"{folder.name}/problem.toml: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise ProblemError(f"{folder.name}/problem.toml or hints.toml: {error}") from error


def problem_folders(root: Path) -> list[Path]:
    """The folders of all problems, by number."""
    return sorted(path for path in root.iterdir() if path.is_dir() and path.name[:3].isdigit())


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(f"{path.parent.name}/{path.name} cannot be read: {error}") from error


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"{path.parent.name}/{path.name}: {error}") from error
