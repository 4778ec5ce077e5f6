"""Asserts that say what was called, what came back and what was expected.

The asserts of tests.py become calls of a ``Recorder`` (rewriting.py), which compares both sides by
itself (compare.py), so that no object of the program is asked whether it is right. What fails is
noted as well as raised: a program that catches everything does not get away with it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Any

from . import machine
from .compare import closeness, difference
from .messages import say
from .rewriting import HOOK, Check, Tests, call_text
from .values import both_short, is_tensor, short, without_addresses


@dataclass(eq=False)
class Failure(AssertionError):
    """An assert that does not hold.

    Attributes:
        index: of the assert among all of tests.py.
        call: what was called, as source, with plain values in the place of names.
        got, expected: the two values, in short.
        rule: what should hold.
        detail: where and how they differ, where that is not obvious.
        loops: the values of the loops around it that the call does not show.
    """

    index: int
    call: str
    got: str
    expected: str
    rule: str
    detail: str = ""
    loops: str = ""


@dataclass
class Recorder:
    """What the asserts of one test found.

    Attributes:
        soft: go on after a failure; used to learn which asserts a wrong program breaks.
        failure: the first failure since it was last forgotten.
        broken: the indices of all asserts that failed.
        steps: the operations of a machine that led to the failure.
    """

    tests: Tests
    lang: str = "en"
    soft: bool = False
    failure: BaseException | None = None
    broken: set[int] = field(default_factory=set)
    steps: list[str] = field(default_factory=list)
    _before: dict[int, dict[str, str]] = field(default_factory=dict)

    def before(self, index: int) -> None:
        """Keep the arguments of an assert's call that the call itself could change."""
        values = sys._getframe(1).f_locals
        self._before[index] = {
            name: short(values[name])
            for name in self.tests.checks[index].arguments
            if type(values.get(name)) in (list, dict, set) or is_tensor(values.get(name))
        }

    def equal(self, index: int, got: Any, expected: Any) -> None:
        self._compare(index, got, expected, difference(got, expected, self.lang))

    def close(
        self, index: int, got: Any, expected: Any, rtol: float = 1e-5, atol: float = 1e-6
    ) -> None:
        self._compare(index, got, expected, closeness(got, expected, rtol, atol, self.lang))

    def identical(self, index: int, got: Any, expected: Any) -> None:
        self._compare(index, got, expected, None if got is expected else "")

    def true(self, index: int, value: Any) -> None:
        self._compare(index, value, True, difference(value, True, self.lang))

    def raises(self, index: int, kinds: Any, rule: str) -> _Raises:
        return _Raises(self, index, kinds if type(kinds) is tuple else (kinds,))

    def explore(self, kind: type[machine.Machine], *, runs: int, steps: int, seed: int) -> None:
        found = machine.explore(
            kind, runs, steps, seed, self._failed, self._forget, shrinks=not self.soft
        )
        if found is not None:
            error, self.steps = found
            raise error

    def _failed(self) -> BaseException | None:
        return self.failure

    def _forget(self) -> None:
        self.failure = None

    def _compare(self, index: int, got: Any, expected: Any, found: str | None) -> None:
        if found is not None:
            self.fail(index, *both_short(got, expected), found, sys._getframe(2))

    def fail(self, index: int, got: str, expected: str, detail: str, frame: FrameType) -> None:
        check = self.tests.checks[index]
        call = call_text(check, dict(frame.f_locals), self._before.get(index, {}))
        failure = Failure(index, call, got, expected, check.rule, detail)
        failure.loops = loop_values(check, frame.f_locals)
        self.broken.add(index)
        self.failure = self.failure or failure
        if not self.soft:
            raise failure


class _Raises:
    """The judge's ``raises``; see testing.py for the meaning."""

    def __init__(self, recorder: Recorder, index: int, kinds: tuple[type, ...]) -> None:
        self._recorder, self._index, self._kinds = recorder, index, kinds

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        lang = self._recorder.lang
        wanted = say("raised", lang, what=" / ".join(kind.__name__ for kind in self._kinds))
        if kind is None:
            got = say("nothing_raised", lang)
            self._recorder.fail(self._index, got, wanted, "", sys._getframe(1))
            return False
        if issubclass(kind, NotImplementedError | RecursionError | MemoryError | Failure):
            return False
        if issubclass(kind, self._kinds):
            return True
        if not issubclass(kind, Exception):
            return False
        got = say("raised", lang, what=f"{kind.__name__}: {short_text(error)}".rstrip(": "))
        self._recorder.fail(self._index, got, wanted, "", sys._getframe(1))
        return self._recorder.soft


def short_text(error: BaseException | None) -> str:
    """An exception's text, in one line, cut; never raises."""
    try:
        text = str.strip(str.__str__(str(error)))
    except BaseException:
        return ""
    line = text.splitlines()[0] if text else ""
    line = without_addresses(line)
    if isinstance(error, ImportError):  # it says where on this machine the module lies
        line = re.sub(r" \([^()]*\)$", "", line)
    return line if len(line) <= 300 else line[:300] + "…"


def loop_values(check: Check, values: dict[str, Any]) -> str:
    """The variables of the loops around an assert, with their values, where those are short."""
    shown = [f"{name} = {short(values[name])}" for name in check.loops if name in values]
    return ", ".join(text for text in shown if len(text) <= 60)


def load(
    tests: Tests, recorder: Recorder, importer: Callable[..., Any]
) -> dict[str, Callable[[], None]]:
    """Run tests.py once; its test functions by name. ``importer`` does its imports."""
    builtins = {**vars(sys.modules["builtins"]), "__import__": importer}
    names: dict[str, Any] = {"__name__": "tests", "__builtins__": builtins, HOOK: recorder}
    exec(tests.code, names)
    return {name: names[name] for name in tests.names}
