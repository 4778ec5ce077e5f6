"""Measures one operator: every sample, in every form, on torch and on the facade."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch

from conformlib import database
from conformlib.comparing import Comparison, Outcome, outcome, tensors_in
from conformlib.crossing import Crossing, UnsuitableError, refuse_arguments, refuse_tensor
from conformlib.database import Sample
from conformlib.describing import brief_call, full
from conformlib.forms import Form, forms_of
from conformlib.reasons import BY_DESIGN, SUMMING, UNWRITTEN
from conformlib.sides import LiteSide, Side, TorchSide, lite

TORCH = TorchSide()
IN_FULL = 3  # differences of an operator that are kept with all their values


@dataclass
class Measured:
    """What was found of an operator.

    Attributes:
        name: as torch's list of operators has it, or an alias.
        skipped: how many samples were left out, by reason.
        refused, refused_alike: calls that torch refuses, and those that the facade refuses too.
        other_layout: samples that agree, with a new result whose strides are not torch's.
        first, first_layout: the first difference of either kind, in a line.
        in_full: the first few, with all values.
        same_as: other names of the very same function of the facade.
    """

    name: str
    samples: int = 0
    agree: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    refused_alike: int = 0
    other_layout: int = 0
    first: str = ""
    first_layout: str = ""
    in_full: list[str] = field(default_factory=list)
    same_as: list[str] = field(default_factory=list)
    _last: Sample | None = None

    @property
    def share(self) -> float:
        return self.agree / self.samples if self.samples else 1.0

    def differs(self, sample: Sample, form: Form, difference: str) -> None:
        """Remember the first of its differences; refused calls only count where nothing else is."""
        if self.first and (sample.is_error or not self.first.startswith("refused")):
            return
        self.first = self._in_a_line(sample, form, difference)

    def lies_otherwise(self, sample: Sample, form: Form, difference: str) -> None:
        """Remember that a new result lies in memory otherwise: no difference, but to be known."""
        if self._last is not sample:
            self.other_layout += 1
        self._last = sample
        self.first_layout = self.first_layout or self._in_a_line(sample, form, difference)

    def _in_a_line(self, sample: Sample, form: Form, difference: str) -> str:
        how = f", {form.title}" if form.title else ""
        call = brief_call(self.name, sample.args, sample.kwargs)
        return f"{sample.title}{how}: {call}: {difference}"


def offered() -> dict[str, list[str]]:
    """The operators of torch's list that the facade offers, each with aliases of its own.

    Both count: an alias that is another function in the facade, or is offered alone.
    """
    module = lite().module
    return {
        name: names
        for name, infos in database.operator_infos().items()
        if (names := [n for n, calls in _named(infos).items() if forms_of(calls[0], module)])
    }


def _named(infos: list[Any]) -> dict[str, list[Any]]:
    """The operator and its aliases by name, each with what to call for each of torch's entries."""
    found: dict[str, list[Any]] = {infos[0].name: infos}
    for number, info in enumerate(infos):
        for alias in info.aliases:
            named = found.setdefault(alias.name, [None] * len(infos))
            named[number] = alias
    return {name: calls for name, calls in found.items() if calls[0] is not None}


def measure(name: str) -> list[Measured]:
    """Measure an operator of torch's list under every name that the facade offers for it."""
    side = lite()
    infos = database.operator_infos()[name]
    results: list[Measured] = []
    functions: dict[tuple[Any, ...], Measured] = {}
    for known_as, calls in _named(infos).items():
        forms = [forms_of(call, side.module) if call is not None else [] for call in calls]
        if not forms[0]:
            continue
        key = tuple(form.on_lite for form in forms[0])
        if key in functions:
            functions[key].same_as.append(known_as)
            continue
        measured = functions[key] = Measured(known_as)
        results.append(measured)
        for info, ways in zip(infos, forms, strict=True):
            if ways:
                _measure(measured, info, ways, side)
    return results


def _measure(measured: Measured, info: Any, forms: list[Form], side: LiteSide) -> None:
    comparison = Comparison(TORCH, side, info.name not in UNWRITTEN, info.name in SUMMING)
    for sample in _all_samples(info):
        if isinstance(sample, Exception):
            measured.skipped["torch makes no samples for it here"] += 1
            continue
        try:
            refuse_arguments(sample.kwargs)
            ways = [form for form in forms if _suits(sample, form)]
            if not ways:
                continue
            agrees = all([_agrees(measured, sample, form, comparison) for form in ways])
        except UnsuitableError as reason:
            measured.skipped[str(reason)] += 1
            continue
        if sample.is_error:
            measured.refused += 1
            measured.refused_alike += agrees
        else:
            measured.samples += 1
            measured.agree += agrees


def _all_samples(info: Any) -> Iterator[Sample | Exception]:
    yield from database.samples_of(info)
    yield from database.errors_of(info)


def _suits(sample: Sample, form: Form) -> bool:
    """Only a tensor has methods."""
    return not sample.args or isinstance(sample.args[0], torch.Tensor) or not form.is_method


def _agrees(measured: Measured, sample: Sample, form: Form, comparison: Comparison) -> bool:
    """Call it on both sides in one form."""
    expected = call(TORCH, form.on_torch, sample)
    for tensor in tensors_in(expected.result, TORCH):
        refuse_tensor(tensor)
    got = call(comparison.got, form.on_lite, sample)
    if got.error is not None and type(got.error).__name__ == "NotOfferedError":
        what = str(got.error).partition(" is not in the browser's torch")[0]
        if what in BY_DESIGN:
            raise UnsuitableError(f"{what} is not offered")
    difference = comparison.difference(expected, got)
    if difference is None:
        layout = None if sample.is_error else comparison.of_new_layout(expected, got)
        if layout is not None:
            measured.lies_otherwise(sample, form, layout)
        return True
    measured.differs(sample, form, difference)
    if len(measured.in_full) < IN_FULL:
        measured.in_full.append(report(measured.name, sample, form, difference, expected, got))
    return False


def call(side: Side, function: Callable[..., Any], sample: Sample) -> Outcome:
    """Call it with copies of the sample's arguments.

    Raises:
        UnsuitableError: if the side has no such arguments.
    """
    crossing = Crossing(side)
    args = crossing.across(sample.args)
    kwargs = crossing.across(sample.kwargs)
    side.module.default_generator.manual_seed(database.SEED)
    return outcome(lambda: function(*args, **kwargs), crossing.tensors)


def report(
    name: str, sample: Sample, form: Form, difference: str, expected: Outcome, got: Outcome
) -> str:
    """A difference with the arguments, what torch gives and what the facade gives."""
    lines = [f"{sample.title}{', ' if form.title else ''}{form.title}", f"  {difference}"]
    lines.append(f"  {brief_call(name, sample.args, sample.kwargs)}")
    arguments = [*enumerate(sample.args), *sample.kwargs.items()]
    lines += [f"  argument {place}: {full(value)}" for place, value in arguments]
    for title, result in (("torch", expected), ("facade", got)):
        if result.error is None:
            lines.append(f"  {title}: {full(result.result, is_lite=title == 'facade')}")
        else:
            lines.append(f"  {title}: {type(result.error).__name__}: {result.error}")
    if got.error is not None and got.error.__traceback__ is not None:
        frames = traceback.extract_tb(got.error.__traceback__)[-3:]
        lines += [f"    {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join(lines)
