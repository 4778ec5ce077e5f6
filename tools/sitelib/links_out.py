"""Links to places in other projects, from chapters/links.toml, whose first lines say its form."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from sitelib import SiteError

PLACE = "chapters/links.toml"
HOST = "https://github.com"
KINDS = {"pull": "pull", "issue": "issues"}


def real(root: Path, project: str, key: str) -> str:
    """The link, as Markdown.

    Raises:
        SiteError: if the file has no such project or place, or one is not as it should be.
    """
    projects = _read(root)
    if project not in projects:
        raise SiteError(f"{PLACE} has no [{project}]; it has {', '.join(projects) or 'nothing'}")
    about = projects[project]
    place = about.get(key)
    if not isinstance(place, dict):
        there = ", ".join(name for name, value in about.items() if isinstance(value, dict))
        raise SiteError(f"{PLACE} has no [{project}.{key}]; [{project}] has {there or 'no place'}")
    repository = about.get("repo")
    if not isinstance(repository, str) or not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise SiteError(f'{PLACE}: [{project}] needs a line like repo = "owner/name"')
    text, path = _text_and_path(f"{PLACE}: [{project}.{key}]", place, about.get("commit"))
    return f"[{project} {text}]({HOST}/{repository}/{path})"


def _text_and_path(where: str, place: dict[str, Any], default_commit: Any) -> tuple[str, str]:
    """What the link says after the project's name, and what it has after the repository's."""
    for kind, folder in KINDS.items():
        if kind in place:
            number = place[kind]
            if not isinstance(number, int):
                raise SiteError(f"{where}: {kind} must be a number")
            return f"#{number}", f"{folder}/{number}"
    commit = place.get("commit", default_commit)
    if not isinstance(commit, str) or not re.fullmatch("[0-9a-f]{40}", commit):
        raise SiteError(f"{where}: a commit of 40 digits is needed, here or for the whole project")
    file = place.get("file")
    if file is None:
        return f"`{commit[:8]}`", f"commit/{commit}"
    symbol = place.get("symbol")
    return f"`{file}`" + ("" if symbol is None else f", `{symbol}`"), f"blob/{commit}/{file}"


def check_links(root: Path) -> None:
    """Raises: SiteError for the first place that is not as it should be."""
    for project, about in _read(root).items():
        for key, value in about.items():
            if isinstance(value, dict):
                real(root, project, key)


def _read(root: Path) -> dict[str, dict[str, Any]]:
    try:
        return tomllib.loads((root / PLACE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SiteError(f"{PLACE}: {error}") from None
