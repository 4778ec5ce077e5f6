"""practice/kernel behind two calls, as practice/kernel/child.py is for the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from kernel import verdict
from kernel.messages import say
from kernel.problem import Problem
from kernel.run import Judge
from kernel.runtime import import_torch

from .hiding import only_what_a_program_may_import

MEGABYTES = 2048  # as practice/judgelib/process.py has it; memory.ts holds the worker to it

_judges: list[Judge] = []


def prepare() -> None:
    """Import what judging takes, before the first program, or before a snapshot is made."""
    import_torch("torch")  # what is called torch here is the facade


def judge(
    problem: str,
    code: str,
    filename: str,
    lang: str,
    examples: bool,
    post: Callable[[str, str], None],
) -> None:
    """Judge a program.

    Args:
        problem: ``Problem.to_json()`` as JSON.
        post: told, each with a value as JSON, ``plan`` and ``done`` as Judge.judge says it, of
            ``start`` only the first, since tests run in the order of the plan, and at last
            ``verdict``, or ``judge_error`` with what went wrong in the judge.
    """
    dumps = json.dumps  # a program may put something else there while it prints without end
    told = started = False

    def report(kind: str, value: Any) -> None:
        nonlocal told, started
        if kind == "start" and started:
            return
        told = told or kind == "verdict"
        started = started or kind == "start"
        post(kind, dumps(value))

    about = Problem(**json.loads(problem))
    try:
        kernel = _judge()  # before it is hidden where the libraries lie
        with only_what_a_program_may_import(about.needs):
            document = kernel.judge(about, code.encode(), filename, lang, report, examples)
    except Exception as error:  # not a program's: those are caught where they run
        report("judge_error", f"{type(error).__name__}: {error}")
        return
    if not told:  # a program that printed without end has had its verdict
        report("verdict", document)


def stopped(
    problem: str, lang: str, names: str, done: str, running: str, status: str, key: str, values: str
) -> str:
    """The verdict, as JSON, on a program that was stopped in the middle.

    Args:
        names: of the tests that were to be run, as a JSON list.
        done: the results so far, as a JSON list.
        key: the sentence of kernel/messages.py, in which ``values``, a JSON object, are put.
    """
    about = Problem(**json.loads(problem))
    message = say(key, lang, **{"megabytes": MEGABYTES, **json.loads(values)})
    document = verdict.stopped(
        about, lang, json.loads(names), json.loads(done), running, status, message
    )
    return json.dumps(document)


def _judge() -> Judge:
    """The one of this worker: its audit hook stays for the worker's whole life."""
    if not _judges:
        libraries = tuple(f"{path}/" for path in sys.path if path)
        _judges.append(Judge(trusted=libraries, megabytes=MEGABYTES))
    return _judges[0]
