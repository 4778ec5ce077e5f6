"""Random operations on a reader's class beside a model, shrunk to the shortest that still differ.

The idea is that of QuickCheck's state machines and of Hypothesis' rule-based ones; this one is
small, draws the same operations on every machine, and needs nothing but the standard library.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

SKIP = object()
MAX_REPLAYS = 600

Operation = tuple[Any, ...]
Item = TypeVar("Item")


class Draws:
    """Seeded choices. Made of ``random()`` alone, whose values no version of Python changes."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """One of 0 … n - 1."""
        return int(self._random() * n)

    def between(self, low: int, high: int) -> int:
        """One of low … high, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def chance(self, probability: float) -> bool:
        """True with that probability."""
        return self._random() < probability


class Machine:
    """A reader's object and a model of it, and the operations that both can do.

    A subclass has ``draw_start`` and ``start``, ``draw``, and one method for each operation that
    ``draw`` names. An operation does the same to both and asserts that the same came of it, or
    returns ``SKIP`` if it is not allowed in the present state.
    """

    def __init__(self) -> None:
        self.steps: list[str] = []

    def draw_start(self, draws: Draws) -> Operation:
        """The arguments of ``start``."""
        return ()

    def start(self, *arguments: Any) -> None:
        """Make the reader's object and the model."""
        raise NotImplementedError("a Machine needs start")

    def draw(self, draws: Draws) -> Operation:
        """The next operation: its name and its arguments, ints, strings and tuples of them."""
        raise NotImplementedError("a Machine needs draw")

    def step(self, line: str) -> None:
        """Note, as a line of Python, what is about to be done."""
        self.steps.append(line)


class Run:
    """One sequence of operations, played as far as it goes."""

    def __init__(self, kind: type[Machine], failed: Callable[[], BaseException | None]) -> None:
        self.machine = kind()
        self.operations: list[Operation] = []
        self.error: BaseException | None = None
        self._failed = failed

    def play(self, operation: Operation) -> bool:
        """Do one operation; False if it fails."""
        name, *arguments = operation
        mark = len(self.machine.steps)
        try:
            came = getattr(self.machine, name)(*arguments)
            self.error = self._failed()  # an assert whose error somebody swallowed
        except BaseException as error:
            self.error = self._failed() or error
            came = None
        if came is SKIP:
            del self.machine.steps[mark:]
        else:
            self.operations.append(operation)
        return self.error is None


def explore(
    kind: type[Machine],
    runs: int,
    steps: int,
    seed: int,
    failed: Callable[[], BaseException | None] = lambda: None,
    forget: Callable[[], None] = lambda: None,
    shrinks: bool = True,
) -> tuple[BaseException, list[str]] | None:
    """Play ``runs`` sequences of up to ``steps`` operations.

    Returns the error of the first that fails, shrunk, with its lines; None if all go well.
    ``failed`` gives an error that was noted but did not get here, ``forget`` drops it.
    """
    for number in range(runs):
        draws = Draws(seed * 1_000_003 + number)
        run = Run(kind, failed)
        going = run.play(("start", *run.machine.draw_start(draws)))
        for _ in range(steps if going else 0):
            if not run.play(run.machine.draw(draws)):
                break
        if run.error is not None:
            found = _shrink(kind, run, failed, forget) if shrinks else run
            assert found.error is not None
            return found.error, found.machine.steps
    return None


def _shrink(
    kind: type[Machine],
    run: Run,
    failed: Callable[[], BaseException | None],
    forget: Callable[[], None],
) -> Run:
    """The shortest sequence found that fails with the same class of error."""
    best, replays, wanted = run, 0, type(run.error)

    def fails(operations: list[Operation]) -> Run | None:
        forget()
        again = Run(kind, failed)
        going = all(again.play(operation) for operation in operations)
        return again if not going and type(again.error) is wanted else None

    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in _smaller(best.operations):
            replays += 1
            if replays > MAX_REPLAYS:
                break
            again = fails(candidate)
            if again is not None and _weight(again.operations) < _weight(best.operations):
                best, shrinking = again, True
                break
    forget()
    final = fails(best.operations)  # once more, so that what is noted is this sequence's failure
    return final or best


def _weight(operations: list[Operation]) -> tuple[int, int, str]:
    text = repr(operations)
    return len(operations), len(text), text


def _smaller(operations: list[Operation]) -> Iterator[list[Operation]]:
    """Sequences that are simpler: without a stretch of operations, then with smaller arguments.

    The first operation, which starts the machine, stays; the last is the one that fails.
    """
    count = len(operations)
    size = max(1, count // 2)
    while size:
        for start in range(count - size, 0, -1):
            yield operations[:start] + operations[start + size :]
        size //= 2
    for index, (name, *arguments) in enumerate(operations):
        for place, argument in enumerate(arguments):
            for simpler in _simpler(argument):
                changed = [*arguments[:place], simpler, *arguments[place + 1 :]]
                yield [*operations[:index], (name, *changed), *operations[index + 1 :]]


def _simpler(argument: Any) -> Iterator[Any]:
    if type(argument) is int and argument > 0:
        yield from dict.fromkeys([0, argument // 2, argument - 1])
    if type(argument) is tuple:
        if len(argument) > 1:
            yield argument[: len(argument) // 2]
        for place in range(len(argument)):
            yield argument[:place] + argument[place + 1 :]
