"""Test functions as plain calls: run in this process, counted, and stopped if they never end."""

from __future__ import annotations

import importlib
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

import pytest

from minisgl.core import reset_global_ctx


class EndlessError(BaseException):
    """A scenario takes far more steps than it should. (Nothing that a program may catch.)"""


@dataclass(frozen=True)
class Scenario:
    """A test function with its arguments.

    Attributes:
        calls: how many functions it calls while the program is right.
        codes: which Python functions those are.
    """

    name: str
    run: Callable[[], None]
    calls: int
    codes: frozenset[CodeType]


def load_scenarios(module_names: tuple[str, ...]) -> list[Scenario]:
    """The tests of some modules that need no fixture but ``monkeypatch``, the shortest first.

    Each is run once; one that fails on the right program ends it all.
    """
    scenarios = []
    for module_name in module_names:
        module = importlib.import_module(module_name)
        for name, function in vars(module).items():
            if name.startswith("test_") and not _fixtures(function):
                scenarios += [_measure(name, call) for call in _calls(function)]
    assert scenarios, f"no tests in {module_names}"
    return sorted(scenarios, key=lambda scenario: scenario.calls)


def passes(scenario: Scenario) -> bool:
    """Whether the program, as it is now, does what the scenario says, and comes to an end.

    The end is judged by a number of calls, not by a clock: a slow machine changes nothing.
    """
    most, calls = 10 * scenario.calls + 10_000, 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > most:
            raise EndlessError

    return _run_profiled(scenario.run, count) is None


def _measure(name: str, run: Callable[[], None]) -> Scenario:
    calls, codes = 0, set()

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        codes.add(frame.f_code)

    error = _run_profiled(run, count)
    if error is not None:
        raise AssertionError(f"{name} fails on the right program") from error
    return Scenario(name, run, calls, frozenset(codes))


def _run_profiled(run: Callable[[], None], profile: Any) -> BaseException | None:
    """What it raised, if anything; the engine's global state is clean afterwards."""
    before = sys.getprofile()
    try:
        sys.setprofile(profile)
        run()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    finally:
        sys.setprofile(before)
        reset_global_ctx()
    return None


def _parametrized(function: Any) -> list[pytest.Mark]:
    marks = getattr(function, "pytestmark", [])
    return [mark for mark in marks if mark.name == "parametrize"]


def _names(mark: pytest.Mark) -> list[str]:
    names = mark.args[0]
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _fixtures(function: Any) -> set[str]:
    given = {name for mark in _parametrized(function) for name in _names(mark)}
    return set(inspect.signature(function).parameters) - given - {"monkeypatch"}


def _calls(function: Any) -> Iterator[Callable[[], None]]:
    """One call for each combination of parameters."""
    rows = []
    for mark in _parametrized(function):
        names = _names(mark)
        values = [value if len(names) > 1 else (value,) for value in mark.args[1]]
        rows.append([dict(zip(names, value, strict=True)) for value in values])
    for parts in itertools.product(*rows):
        yield _call(function, {key: value for part in parts for key, value in part.items()})


def _call(function: Any, arguments: dict[str, Any]) -> Callable[[], None]:
    def call() -> None:
        if "monkeypatch" in inspect.signature(function).parameters:
            with pytest.MonkeyPatch.context() as monkeypatch:
                function(**arguments, monkeypatch=monkeypatch)
        else:
            function(**arguments)

    return call
