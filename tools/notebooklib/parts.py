"""Cutting a page's plain Markdown into the parts of a notebook.

JupyterLab knows neither the folded blocks of the pages nor their addresses: folded blocks become
HTML, and a link that leads nowhere from a notebook becomes its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import markdown
from sitelib import SiteError

from .directives import DEMO, TOP

FOLD = re.compile(r'\?\?\?\+? \w+ "(?P<title>.*)"')
COMMENT = re.compile(r"<!--.*-->")
HEADING = re.compile(r"#{1,4} ")
LINK = re.compile(r"(?P<code>`+[^`]*`+)|\[(?P<text>[^\[\]]*)\]\((?P<target>[^()\s]+)\)")
UNKNOWN = re.compile(r"\s*(!!!|\{:|\[\^)")  # forms that a page may have, and no chapter has yet

Address = Callable[[str], str | None]


@dataclass(frozen=True)
class Part:
    """One part.

    Attributes:
        kind: "text"; "heading", a text that begins with one; "main", the place of the chapter's
            example; "demo", the place of a program; "folded", a program in the block before it.
        text: Markdown, or the name of a demo.
    """

    kind: str
    text: str = ""


def cut(text: str, command: str | None, address: Address) -> list[Part]:
    """The parts of a text, in order.

    Args:
        command: what runs main; its cells come after the first paragraph with a line that begins
            so. None for a text that has no such place.
        address: a link's address in the notebook, or None if it has none there.

    Raises:
        SiteError: for something that a notebook cannot show.
    """
    parts: list[Part] = []
    lines = text.split("\n")
    at, fence, main = 0, "", "before"
    while at < len(lines):
        line = lines[at]
        at += 1
        if main == "here" and not fence and not line.strip():
            parts.append(Part("main"))
            main = "placed"
        elif main == "before" and command is not None and line.strip().startswith(command):
            main = "here"
        if fence:
            fence = "" if line.strip() == fence else fence
            _add(parts, line)
        elif line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
            _add(parts, line)
        elif fold := FOLD.fullmatch(line):
            end = _end_of_fold(lines, at)
            inside = cut("\n".join(line[4:] for line in lines[at:end]), None, address)
            _add(parts, _folded(fold["title"], inside))
            programs = [part.text for part in inside if part.kind in ("demo", "folded")]
            parts += [Part("folded", name) for name in programs]
            at = end
        elif line.startswith(DEMO):
            parts.append(Part("demo", line.removeprefix(DEMO)))
        elif HEADING.match(line):
            parts.append(Part("heading", line))
        elif COMMENT.fullmatch(line):
            continue
        elif UNKNOWN.match(line) or DEMO in line:
            raise SiteError(f"a notebook cannot show the line {line.strip()!r}")
        else:
            _add(parts, line if line.startswith("    ") else _with_links(line, address))
    return parts


def _add(parts: list[Part], line: str) -> None:
    """Append a line to the text that is last."""
    if parts and parts[-1].kind in ("text", "heading"):
        parts[-1] = Part(parts[-1].kind, f"{parts[-1].text}\n{line}")
    else:
        parts.append(Part("text", line))


def _end_of_fold(lines: list[str], at: int) -> int:
    """Where the indented lines end; empty lines after them are not of the block."""
    end = at
    for index in range(at, len(lines)):
        if lines[index].startswith("    "):
            end = index + 1
        elif lines[index].strip():
            break
    return end


def _folded(title: str, inside: list[Part]) -> str:
    """A block as HTML; nothing if it held nothing but a program, which is a cell now."""
    text = "\n".join(part.text for part in inside if part.kind in ("text", "heading")).strip("\n")
    if not text.strip():
        return ""
    shown = markdown.markdown(title).removeprefix("<p>").removesuffix("</p>")
    return f"<details>\n<summary>{shown}</summary>\n\n{text}\n\n</details>"


def _with_links(line: str, address: Address) -> str:
    """A line with the addresses that its links have in the notebook."""

    def replaced(match: re.Match[str]) -> str:
        if match["code"] is not None or match["target"].startswith(("http", TOP)):
            return match[0]
        target = address(match["target"])
        return match["text"] if target is None else f"[{match['text']}]({target})"

    return LINK.sub(replaced, line)
