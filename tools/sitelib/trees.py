"""The tree of files so far, as nested lists, with new and changed files marked."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field

from steplib.manifest import CourseError as ManifestError

from sitelib import SiteError
from sitelib.material import ChapterPage, Material


@dataclass
class _Folder:
    folders: dict[str, _Folder] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def file_states(material: Material, chapter: ChapterPage) -> dict[str, str]:
    """ "new", "changed" or "unchanged" for every file that the chapter's main can have."""
    try:
        states = material.course.status(chapter.number)
    except ManifestError as error:
        raise SiteError(str(error)) from error
    return states | dict.fromkeys(chapter.chapter.local, "new")


def tree_html(
    material: Material,
    chapter: ChapterPage,
    words: dict[str, str],
    address: Callable[[str], str],
) -> str:
    """A chapter's tree; ``address`` says where a file is shown."""
    states = file_states(material, chapter)
    top = _Folder()
    for path in sorted(states):
        *parents, _ = path.split("/")
        folder = top
        for name in parents:
            folder = folder.folders.setdefault(name, _Folder())
        folder.files.append(path)
    lines = ['<div class="tree">', *_lines(top, "", states, words, address)]
    counts = [sum(state == kind for state in states.values()) for kind in ("new", "changed")]
    summary = words["new files"].format(len(states), *counts)
    return "\n".join([*lines, f'<p class="tree-summary">{summary}</p>', "</div>"])


def _lines(
    folder: _Folder,
    prefix: str,
    states: dict[str, str],
    words: dict[str, str],
    address: Callable[[str], str],
) -> list[str]:
    lines = ["<ul>"]
    for name, inner in folder.folders.items():
        path = f"{prefix}{name}/"
        touched = any(
            file.startswith(path) and state != "unchanged" for file, state in states.items()
        )
        opened = " open" if touched else ""
        lines.append(f"<li><details{opened}><summary><code>{html.escape(name)}/</code></summary>")
        lines += _lines(inner, path, states, words, address)
        lines.append("</details></li>")
    for path in folder.files:
        name = html.escape(path.removeprefix(prefix))
        state = states[path]
        mark = "" if state == "unchanged" else f" <em>{words[state]}</em>"
        link = f'<a href="{html.escape(address(path))}"><code>{name}</code></a>'
        lines.append(f'<li class="{state}">{link}{mark}</li>')
    return [*lines, "</ul>"]
