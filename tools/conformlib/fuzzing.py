"""Runs random programs on torch and on the facade, and finds a short one that differs."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import hypothesis
import torch
from hypothesis import HealthCheck, Phase, Verbosity

from conformlib.comparing import Comparison, error_difference
from conformlib.programs import programs, run_line
from conformlib.sides import LiteSide, TorchSide, lite

SIDE = TorchSide()
AT_ONCE = 5_000  # Hypothesis keeps these in mind, to draw none of them again


def variables(names: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in names.items() if len(name) == 1}


def difference(lines: list[str], side: LiteSide) -> str | None:
    """Run a program on both; how the facade differs, or None."""
    comparison = Comparison(SIDE, side)
    ours: dict[str, Any] = {"torch": torch}
    theirs: dict[str, Any] = {"torch": side.module}
    for number, line in enumerate(lines, 1):
        expected, got = run_line(line, ours), run_line(line, theirs)
        if expected or got:
            found = error_difference(expected, got)
            if found:
                return f"line {number}: {found}"
            if isinstance(expected, IndexError) or "ZeroDivision" in str(expected):
                return None  # torch has written some elements by then
            break
    known, found_there = variables(ours), variables(theirs)
    if list(known) != list(found_there):
        return f"it has the variables {list(found_there)}, not {list(known)}"
    for name in known:
        found = comparison.of_results(known[name], found_there[name], name)
        if found:
            return found
    ones, others = list(known.values()), list(found_there.values())
    return comparison.of_aliasing(ones, others, list(known)) or comparison.of_layouts(
        ones, others, list(known)
    )


class DifferenceError(AssertionError):
    """A program that the facade runs otherwise than torch; the message shows it, and how."""


def check(lines: list[str], side: LiteSide) -> None:
    """Raises DifferenceError if the facade runs a program otherwise than torch."""
    found = difference(lines, side)
    if found is not None:
        text = "\n".join(f"  {line}" for line in lines)
        raise DifferenceError(f"this program differs: {found}\n{text}")


def settings(count: int) -> hypothesis.settings:
    """So many programs; nothing is kept for the next run, and no time is limited."""
    return hypothesis.settings(
        max_examples=count, database=None, deadline=None, phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck), verbosity=Verbosity.quiet,
    )  # fmt: skip


def run(count: int, seed: int, say: Callable[[int], None] | None = None) -> str | None:
    """Run random programs on both.

    Args:
        say: told now and then how many have run.

    Returns:
        A program that differs, made short, and how it does; None if none does.
    """
    side = lite()
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", "Use of .* on expanded tensors", UserWarning)
    done = 0

    def test(lines: list[str]) -> None:
        nonlocal done
        done += 1
        if say is not None and done % 500 == 0:
            say(done)
        check(lines, side)

    for start in range(0, count, AT_ONCE):
        tested = hypothesis.given(programs())(test)
        tested = settings(min(AT_ONCE, count - start))(tested)
        try:
            hypothesis.seed(f"{seed}/{start}")(tested)()
        except DifferenceError as error:
            return str(error)
    return None
