"""Whether the places of chapters/links.toml are in copies of their projects: by git, offline."""

from __future__ import annotations

import ast
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from steplib.sources import defined_names

from sitelib import SiteError
from sitelib.links_out import PLACE, Place

THERE, WRONG, UNCHECKED = "there", "wrong", "not checked"


@dataclass(frozen=True)
class Checked:
    """What became of a place: ``there``, ``wrong``, or ``not checked``, and why if not there."""

    place: Place
    state: str
    message: str = ""


class Checkout:
    """A copy of a project: a git checkout or a bare mirror.

    Raises:
        SiteError: if the folder is none.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        found = self._git("rev-parse", "--git-dir")
        if found.returncode != 0:
            raise SiteError(f"{folder} is no git checkout and no mirror: {_said(found)}")

    def has_commit(self, commit: str) -> bool:
        return self._git("cat-file", "-e", f"{commit}^{{commit}}").returncode == 0

    def text(self, commit: str, file: str) -> str | None:
        """A file at a commit; None if it is not there."""
        found = self._git("cat-file", "blob", f"{commit}:{file}")
        return found.stdout.decode("utf-8", "replace") if found.returncode == 0 else None

    def _git(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = ["git", "-C", str(self.folder), *arguments]
        try:
            return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
        except FileNotFoundError:
            raise SiteError("git is not installed, or not on PATH") from None


def check_place(place: Place, checkout: Checkout | None) -> Checked:
    """Look a place up in a copy of its project, if there is one."""
    if place.thread is not None:
        return Checked(place, UNCHECKED, "a thread is in no copy")
    if checkout is None:
        copy = f"--checkout {place.project}=PATH"
        return Checked(place, UNCHECKED, f"no copy of {place.repository}: name one with {copy}")
    message = _fault(place, checkout)
    return Checked(place, WRONG, message) if message else Checked(place, THERE)


def _fault(place: Place, checkout: Checkout) -> str:
    """What is wrong with a place and how to mend it; nothing if nothing is."""
    mend = f"mend [{place.project}.{place.key}] in {PLACE} and what the pages say of it"
    if not checkout.has_commit(place.commit):
        fetch = f"git -C {checkout.folder} fetch origin {place.commit}"
        return f"there is no commit {place.commit}: {fetch}; if that fails, {mend}"
    if place.file is None:
        return ""
    text = checkout.text(place.commit, place.file)
    if text is None:
        return f"{place.file} is not there at {place.commit}: {mend}"
    try:
        if place.symbol is None or has_symbol(text, place.file, place.symbol):
            return ""
    except SiteError as error:
        return f"{error}; the symbol was not looked for"
    return f"{place.file} has no {place.symbol} at {place.commit}: {mend}"


def has_symbol(text: str, file: str, symbol: str) -> bool:
    """Whether a file defines ``name`` or ``Class.name``; in another language, whether it says so.

    Raises:
        SiteError: if it is Python that cannot be parsed.
    """
    if not file.endswith(".py"):
        last = symbol.rpartition(".")[2]
        return re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text) is not None
    try:
        body: list[ast.stmt] = ast.parse(text).body
    except (SyntaxError, ValueError) as error:
        raise SiteError(f"{file} is not in this Python: {error}") from None
    *owners, name = symbol.split(".")
    for owner in owners:
        classes = [one for one in _all(body) if isinstance(one, ast.ClassDef) and one.name == owner]
        body = [statement for one in classes for statement in one.body]
    return any(name in defined_names(statement) for statement in _all(body))


def _all(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a scope, those below ``if``, ``try`` and ``with`` included."""
    found = list(body)
    for statement in body:
        if isinstance(statement, ast.If | ast.Try | ast.With):
            inner = [one for one in ast.iter_child_nodes(statement) if isinstance(one, ast.stmt)]
            found += _all(inner)
            for handler in getattr(statement, "handlers", []):
                found += _all(handler.body)
    return found


def _said(found: subprocess.CompletedProcess[bytes]) -> str:
    return found.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
