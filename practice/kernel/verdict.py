"""The verdict document, schema 1, from what is known so far.

    problem   the folder's name
    status    accepted, wrong_answer, not_written, runtime_error, syntax_error, time_limit,
              memory_limit, output_limit, crashed or needs_local
    message   one sentence
    passed, total
    tests     for each test: name, status (as above; passed; not_run), message (the rule, or what
              went wrong), detail (how two values differ), call, expected, got, output, code (the
              lines that lead there), frames (line, function and text in the reader's file)
    hint      that of the known misconception with this pattern of passes and failures, or null
    output    what was printed, its middle cut if it is long; output_cut says so

No durations: two verdicts on one program are the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import SCHEMA
from .messages import say
from .problem import Problem

STATUSES = (
    "accepted", "wrong_answer", "not_written", "runtime_error", "syntax_error", "time_limit",
    "memory_limit", "output_limit", "crashed", "needs_local",
)  # fmt: skip


def test_result(name: str, status: str, **parts: Any) -> dict[str, Any]:
    """One entry of ``tests``."""
    empty = {"message": "", "detail": "", "call": "", "expected": "", "got": "", "output": ""}
    shown = {key: printable(value) if key in empty else value for key, value in parts.items()}
    return {"name": name, "status": status, **empty, "code": [], "frames": [], **shown}


def printable(text: str) -> str:
    """The text without what a terminal would take for a command."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def not_run(names: Sequence[str]) -> list[dict[str, Any]]:
    return [test_result(name, "not_run") for name in names]


def document(
    problem: Problem,
    lang: str,
    tests: Sequence[dict[str, Any]],
    status: str = "",
    message: str = "",
    output: str = "",
    output_cut: bool = False,
) -> dict[str, Any]:
    """Put a verdict together. Without a status it is that of the first test that does not pass."""
    failed = [test for test in tests if test["status"] != "passed"]
    passed, total = len(tests) - len(failed), len(tests)
    if not status:
        status = failed[0]["status"] if failed else "accepted"
        key = "accepted" if not failed else "wrong_answer"
        message = say(key, lang, passed=passed, total=total)
        if failed and status != "wrong_answer":
            message = failed[0]["message"]
    return {
        "schema": SCHEMA,
        "problem": problem.name,
        "status": status,
        "message": printable(message),
        "passed": passed,
        "total": total,
        "tests": list(tests),
        "hint": None if status == "accepted" else _hint(problem, failed, lang),
        "output": output,
        "output_cut": output_cut,
    }


def stopped(
    problem: Problem,
    lang: str,
    names: Sequence[str],
    done: Sequence[dict[str, Any]],
    running: str,
    status: str,
    message: str,
) -> dict[str, Any]:
    """The verdict on a program that was stopped, or that stopped itself, in the middle."""
    tests = list(done)
    if running:
        tests.append(test_result(running, status, message=message))
    tests += not_run(names[len(tests) :])
    return document(problem, lang, tests, status, message)


def _hint(problem: Problem, failed: list[dict[str, Any]], lang: str) -> dict[str, str] | None:
    pattern = [test["name"] for test in failed if test["status"] != "not_run"]
    if any(test["status"] in ("not_written", "not_run", "needs_local") for test in failed):
        return None
    like = {w: k for w, k in sorted(problem.kills.items()) if pattern and k["failed"] == pattern}
    same = [wrong for wrong, kill in like.items() if kill["first"] == first_of(failed)]
    # Several misconceptions may fail the same tests: then what the first of them got must agree.
    for wrong in same or (like if len(like) == 1 else ()):
        if wrong in problem.wrong_hints:
            hint = problem.wrong_hints[wrong]
            return {"wrong": wrong, "text": hint.get(lang) or hint["en"]}
    return None


def first_of(failed: Sequence[dict[str, Any]]) -> str:
    """What the first test that fails got, by which programs that fail the same tests differ."""
    return f"{failed[0]['call']} -> {failed[0]['got']}" if failed else ""
