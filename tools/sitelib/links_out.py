"""Links to places in other projects, from chapters/links.toml, whose first lines say its form."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitelib import SiteError

PLACE = "chapters/links.toml"
HOST = "https://github.com"
THREADS = {"pull": "pull", "issue": "issues"}  # by the word in the file: the part of an address


@dataclass(frozen=True)
class Place:
    """One place: a thread of a project, a commit, or a file at a commit with or without a symbol.

    Attributes:
        thread: like ``pull/142``; None for the others.
        commit: 40 digits; empty for a thread.
    """

    project: str
    key: str
    repository: str
    thread: str | None = None
    commit: str = ""
    file: str | None = None
    symbol: str | None = None

    @property
    def address(self) -> str:
        if self.thread is not None:
            path = self.thread
        elif self.file is None:
            path = f"commit/{self.commit}"
        else:
            path = f"blob/{self.commit}/{self.file}"
        return f"{HOST}/{self.repository}/{path}"

    @property
    def text(self) -> str:
        """What a link to it says."""
        if self.thread is not None:
            words = f"#{self.thread.partition('/')[2]}"
        elif self.file is None:
            words = f"`{self.commit[:8]}`"
        else:
            words = f"`{self.file}`" + ("" if self.symbol is None else f", `{self.symbol}`")
        return f"{self.project} {words}"


def real(root: Path, project: str, key: str) -> str:
    """The link, as Markdown.

    Raises:
        SiteError: if the file has no such project or place, or one is not as it should be.
    """
    projects = _read(root)
    if project not in projects:
        raise SiteError(f"{PLACE} has no [{project}]; it has {', '.join(projects) or 'nothing'}")
    keys = _keys(projects[project])
    if key not in keys:
        there = ", ".join(keys) or "no place"
        raise SiteError(f"{PLACE} has no [{project}.{key}]; [{project}] has {there}")
    place = _place(project, key, projects[project])
    return f"[{place.text}]({place.address})"


def all_places(root: Path) -> list[Place]:
    """Every place, in the order of the file.

    Raises:
        SiteError: for the first that is not as it should be.
    """
    projects = _read(root).items()
    return [_place(project, key, about) for project, about in projects for key in _keys(about)]


def _keys(about: dict[str, Any]) -> list[str]:
    return [name for name, value in about.items() if isinstance(value, dict)]


def _place(project: str, key: str, about: dict[str, Any]) -> Place:
    where, place, repository = f"{PLACE}: [{project}.{key}]", about[key], about.get("repo")
    if not isinstance(repository, str) or not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise SiteError(f'{PLACE}: [{project}] needs a line like repo = "owner/name"')
    for kind, folder in THREADS.items():
        if kind in place:
            if not isinstance(place[kind], int):
                raise SiteError(f"{where}: {kind} must be a number")
            return Place(project, key, repository, thread=f"{folder}/{place[kind]}")
    commit = place.get("commit", about.get("commit"))
    if not isinstance(commit, str) or not re.fullmatch("[0-9a-f]{40}", commit):
        raise SiteError(f"{where}: a commit of 40 digits is needed, here or for the whole project")
    file, symbol = place.get("file"), place.get("symbol")
    return Place(project, key, repository, commit=commit, file=file, symbol=symbol)


def _read(root: Path) -> dict[str, dict[str, Any]]:
    try:
        return tomllib.loads((root / PLACE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SiteError(f"{PLACE}: {error}") from None
