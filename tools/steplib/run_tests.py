"""Run pytest and keep what each failure says: python run_tests.py REPORT.json [PYTEST ARG…].

The report maps each failed test to the messages of its error, of what that groups, and of what
caused it: a test may turn the error that matters into another one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


class Reporter:
    """A pytest plugin."""

    def __init__(self) -> None:
        self.failures: dict[str, list[str]] = {}

    def pytest_exception_interact(
        self,
        node: pytest.Item | pytest.Collector,
        call: pytest.CallInfo[object],
    ) -> None:
        """Called for every failure, while tests are collected too; not for skips."""
        assert call.excinfo is not None
        self.failures.setdefault(node.nodeid, []).extend(messages(call.excinfo.value))


def messages(error: BaseException) -> Iterator[str]:
    """``Type: message`` of an error and of everything that it comes from."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        yield f"{type(current).__name__}: {current}"
        grouped = current.exceptions if isinstance(current, BaseExceptionGroup) else ()
        waiting += [current.__cause__, current.__context__, *grouped]


def main() -> None:
    reporter = Reporter()
    status = pytest.main(sys.argv[2:], plugins=[reporter])
    Path(sys.argv[1]).write_text(json.dumps(reporter.failures), encoding="utf-8")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
