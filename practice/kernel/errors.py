"""What a program raised: the status that it means, and a sentence about it."""

from __future__ import annotations

import re
from typing import Any

from . import runtime
from .asserts import Failure, short_text
from .guard import ForbiddenError
from .messages import say
from .problem import Problem
from .values import type_name


class StepLimit(BaseException):
    """A program took far more steps than it may. (Nothing that it would catch by accident.)"""


def explain(
    error: BaseException,
    problem: Problem,
    lang: str,
    megabytes: int,
    filename: str,
    frames: list[dict[str, Any]],
) -> tuple[str, str]:
    """The status and the sentence for what a test or the loading of the file raised.

    Args:
        megabytes: what the message of a memory limit says.
        filename: of the program.
        frames: the last places in it that led to the error.
    """
    kind = type_name(error)
    if isinstance(error, Failure):
        return "wrong_answer", problem.rules.get(
            error.rule, error.rule
        ) if lang == "zh" else error.rule
    if isinstance(error, StepLimit):
        return "time_limit", say("steps", lang)
    if isinstance(error, ForbiddenError):
        return "runtime_error", short_text(error)
    if isinstance(error, MemoryError) or _is_allocation(error):
        return "memory_limit", say("memory", lang, megabytes=megabytes)
    if isinstance(error, RecursionError):
        return "runtime_error", say("recursion", lang)
    if missing := runtime.not_offered(error):
        return "needs_local", say("not_offered", lang, name=missing[:60], number=problem.number)
    if frames and _is_placeholder(error, filename, frames[-1]["text"]):
        place = frames[-1]
        where = place["function"] or f"line {place['line']}"
        return "not_written", say("not_written", lang, where=where)
    if isinstance(error, ModuleNotFoundError) and isinstance(error.name, str):
        needs = " ".join(problem.needs) or say("nothing_else", lang)
        return "runtime_error", say("no_module", lang, name=error.name[:60], needs=needs)
    if isinstance(error, SystemExit):
        return "runtime_error", say("exits", lang)
    if isinstance(error, EOFError) and "reading a line" in short_text(error):
        return "runtime_error", say("reads_input", lang)
    if not isinstance(error, Exception):
        text = say("base_exception", lang, kind=kind, error=short_text(error))
        return "runtime_error", text.rstrip(": ：")
    text = say("runtime_error", lang, kind=kind, error=short_text(error))
    return "runtime_error", text.rstrip(": ：")


def _is_placeholder(error: BaseException, filename: str, line: str) -> bool:
    """Whether the program itself says that it is not written; torch has such errors of its own."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return (
        isinstance(error, NotImplementedError)
        and at is not None
        and at.tb_frame.f_code.co_filename == filename
        and re.search(r"\braise\b", line) is not None
    )


def _is_allocation(error: BaseException) -> bool:
    """Whether torch says that memory has run out, which is not a MemoryError there."""
    text = short_text(error)
    return isinstance(error, RuntimeError) and (
        "DefaultCPUAllocator" in text or "not enough memory" in text
    )
