"""Chinese paragraphs on one line: a browser shows a line end between two characters as a gap."""

from __future__ import annotations

import re

WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\u2014\u2018-\u201d\u2026"
MARKS = "，。、；：？！）》」』”’…—"  # after these no space is wanted, whatever comes
ENDS_WIDE = re.compile(f"[{WIDE}]$")
STARTS_WIDE = re.compile(f"[{WIDE}]")
STARTS_WORD = re.compile(r"[A-Za-z0-9`\[]|\*+[^\s*]")
STARTS_ITEM = re.compile(r"\d+[.)]\s|\[\^")
NO_PARAGRAPH = ("#", "|", "<", "```", "~~~", "!!!", "???", "{")


def join_lines(text: str) -> str:
    """Markdown with the lines of a Chinese paragraph joined; code stays as it is."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        start = line.lstrip()
        if fence:
            fence = "" if start.startswith(fence) else fence
        elif start.startswith(("```", "~~~")):
            fence = start[:3]
        elif lines and _joins(lines[-1], start):
            lines[-1] += start
            continue
        lines.append(line)
    return "\n".join(lines)


def _joins(before: str, start: str) -> bool:
    """Whether a line goes on in the paragraph that ``before`` ends, without a space between."""
    if before.lstrip().startswith(NO_PARAGRAPH) or not ENDS_WIDE.search(before):
        return False
    if STARTS_WIDE.match(start):
        return True
    goes_on = STARTS_WORD.match(start) and not STARTS_ITEM.match(start)
    return before[-1] in MARKS and bool(goes_on) and not start.startswith("```")
