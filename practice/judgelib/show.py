"""Verdicts and lists on a terminal: colours where there is one, plain text in a pipe."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import Any

from .texts import tell

CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
MARKS = {"accepted": "✓", "begun": "·", "new": " ", "passed": "✓", "not_run": "-"}
MOST_OUTPUT_LINES = 12


def has_colour() -> bool:
    """Whether standard output is a terminal that shows colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def paint(text: str, *styles: str) -> str:
    """The text in a style, where there are styles."""
    if not text or not has_colour():
        return text
    codes = ";".join(CODES[style] for style in styles)
    return f"\033[{codes}m{text}\033[0m"


def width(text: str) -> int:
    """Columns that a text takes: Chinese letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def verdict_lines(
    verdict: dict[str, Any], file: str, lang: str, commands: dict[str, str]
) -> list[str]:
    """A verdict for people: one line for each test, the first failure in full, what to do next."""
    accepted = verdict["status"] == "accepted"
    style = "green" if accepted else "yellow" if verdict["status"] == "not_written" else "red"
    lines = [f"{paint(verdict['status'], 'bold', style)}  {verdict['message']}"]
    failed = [t for t in verdict["tests"] if t["status"] not in ("passed", "not_run")]
    passed = [t for t in verdict["tests"] if t["status"] == "passed"]
    if passed and not accepted:
        lines += [f"  {paint(MARKS['passed'], 'green')} {test['name']}" for test in passed]
    if failed:
        lines += _failure(failed[0], verdict, file, lang)
        if len(failed) > 1:
            names = ", ".join(test["name"] for test in failed[1:])
            text = tell("more_failed", lang, count=len(failed) - 1, names=names)
            lines.append(f"  {paint('✗', 'red')} {text}")
    elif verdict.get("frames"):
        lines += _frames(verdict["frames"], file, lang)
    if verdict["output"] and not (failed and failed[0]["output"]):
        lines += _output(verdict["output"], lang)
    if verdict["hint"]:
        lines.append(paint(tell("known", lang, text=verdict["hint"]["text"]), "blue"))
    if accepted:
        lines.append(tell("after_accepted", lang, **commands))
    else:
        lines.append(paint(tell("next_hint", lang, command=commands["hint"]), "dim"))
    return lines


def _failure(test: dict[str, Any], verdict: dict[str, Any], file: str, lang: str) -> list[str]:
    lines = [f"  {paint('✗ ' + test['name'], 'red')}"]
    rows: list[tuple[str, str]] = []
    for key in ("call", "got", "expected"):
        if test[key]:
            rows.append((tell("called" if key == "call" else key, lang), test[key]))
    if test["detail"]:
        rows.append((tell("where", lang), test["detail"]))
    if test["message"] and test["message"] != verdict["message"]:
        label = "rule" if test["status"] == "wrong_answer" else "error"
        rows.append((tell(label, lang), test["message"]))
    columns = max((width(label) for label, _ in rows), default=0) + 2
    for label, text in rows:
        first, *rest = text.splitlines() or [""]
        lines.append(f"      {paint(pad(label, columns), 'dim')}{first}")
        lines += [" " * (6 + columns) + line for line in rest]
    if len(test["code"]) > 1:
        lines.append(f"      {paint(tell('after', lang), 'dim')}")
        lines += [f"        {line}" for line in test["code"]]
    if test["output"]:
        lines += _output(test["output"], lang)
    return lines + _frames(test["frames"], file, lang)


def _frames(frames: list[dict[str, Any]], file: str, lang: str) -> list[str]:
    if not frames:
        return []
    lines = [f"      {paint(tell('in_file', lang, file=file), 'dim')}"]
    for frame in frames:
        key = "line_in" if frame["function"] else "line"
        place = tell(key, lang, line=frame["line"], function=frame["function"])
        lines.append(f"        {place}: {frame['text']}".rstrip(": "))
    return lines


def _output(text: str, lang: str) -> list[str]:
    shown = text.rstrip("\n").splitlines()
    if len(shown) > MOST_OUTPUT_LINES:
        shown = [*shown[: MOST_OUTPUT_LINES - 2], "…", shown[-1]]
    visible = ["".join(c if c.isprintable() else "�" for c in line[:160]) for line in shown]
    return [f"      {paint(tell('printed', lang), 'dim')}"] + [f"        {x}" for x in visible]
