"""Runs random programs on torch and on the facade, and shortens the first that differs."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from conformlib import programs
from conformlib.comparing import Comparison, error_difference
from conformlib.sides import LiteSide, TorchSide, lite, short

SIDE = TorchSide()


@dataclass
class Failure:
    """A program that the facade runs otherwise than torch, and how."""

    lines: list[str]
    difference: str

    @property
    def text(self) -> str:
        return "\n".join(f"  {line}" for line in self.lines)


class Program:
    """Lines that make the variables a, b, c…, and their values on torch."""

    def __init__(self, rng: random.Random, steps: list[str]) -> None:
        self.rng, self.steps = rng, steps
        self.lines: list[str] = []
        self.names: dict[str, Any] = {"torch": torch}
        self.grow()

    def grow(self) -> None:
        """Write the program; it ends with the first line that torch refuses."""
        rng = self.rng
        kind = rng.choice(programs.KINDS)
        fine = self.run(f"a = {programs.new_tensor(rng, programs.random_shape(rng), kind)}")
        name = "a"
        for following in "bcde"[: rng.randint(1, 4)]:
            if not fine:
                return
            tensor = self.names[name]
            if rng.random() < 0.1:
                text = programs.arithmetic(rng, name, tensor, self.operand(tensor))
            else:
                step = rng.choice(self.steps)
                if step == "to" and not programs.may_be_converted(tensor):
                    step = "clone"
                text = name + programs.a_step(rng, step, list(tensor.shape))
            fine = self.run(f"{following} = {text}")
            if fine and not self.lies_as_expected(name, following):
                self.lines.pop()
                self.run(f"{following} = ({text}).clone(memory_format=torch.contiguous_format)")
            if fine and self.names[following].numel() <= programs.FEW:
                name = following
        if fine:
            self.end(rng.choice((name, name, "a")))

    def lies_as_expected(self, name: str, following: str) -> bool:
        """Torch gives new results the order of dimensions of their operands, the facade does not.

        What would come of that later is not to be compared.
        """
        old, new = self.names[name], self.names[following]
        is_view = SIDE.storage(old) == SIDE.storage(new)
        return is_view or tuple(new.stride()) == programs.rows(new.shape)

    def end(self, name: str) -> None:
        """The last line: a write to a variable, or arithmetic with it."""
        tensor = self.names[name]
        operand = self.operand(tensor)
        if self.rng.random() < 0.6 and programs.may_be_written(tensor):
            self.run(programs.a_write(self.rng, name, tensor, operand))
        else:
            self.run(f"z = {programs.arithmetic(self.rng, name, tensor, operand)}")

    def operand(self, tensor: torch.Tensor) -> str:
        """A new tensor to go with it, mostly of its own kind of numbers."""
        shape = programs.broadcastable(self.rng, list(tensor.shape))
        same = short(tensor.dtype) if self.rng.random() < 0.6 else None
        return programs.new_tensor(self.rng, shape, same)

    def run(self, line: str) -> bool:
        self.lines.append(line)
        return programs.run_line(compile(line, "program", "exec"), self.names) is None


def variables(names: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in names.items() if len(name) == 1}


def difference(lines: list[str], side: LiteSide) -> str | None:
    """Run a program on both; how the facade differs, or None."""
    comparison = Comparison(SIDE, side)
    ours: dict[str, Any] = {"torch": torch}
    theirs: dict[str, Any] = {"torch": side.module}
    for number, line in enumerate(lines, 1):
        code = compile(line, "program", "exec")
        expected, got = programs.run_line(code, ours), programs.run_line(code, theirs)
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
    return comparison.of_aliasing(ones, others, list(known))


def shortened(failure: Failure, side: LiteSide) -> Failure:
    """Without the lines that it does not need to differ in the same way."""
    for number in reversed(range(len(failure.lines))):
        lines = failure.lines[:number] + failure.lines[number + 1 :]
        found = difference(lines, side)
        if found and "NameError" not in found:
            failure = Failure(lines, found)
    return failure


def run(
    count: int, seed: int, side: LiteSide | None = None
) -> Iterator[tuple[int, Failure | None]]:
    """Run as many programs, each of a seed of its own; give their numbers and what differs."""
    side = side or lite()
    steps = [name for name in programs.STEPS if hasattr(side.module.Tensor, name)]
    torch.set_num_threads(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(1, count + 1):
            lines = Program(random.Random(f"{seed}/{number}"), steps).lines
            found = difference(lines, side)
            yield number, shortened(Failure(lines, found), side) if found else None
