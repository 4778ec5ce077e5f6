"""Do two calls agree: results, aliasing, what they did to their arguments, or their errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from conformlib.sides import LiteSide, Side

# Relative and absolute: a few units in the last place of single and half precision.
TOLERANCES = {
    "float16": (1e-3, 1e-3),
    "bfloat16": (1.6e-2, 1.6e-2),
    "float32": (4e-6, 4e-6),
    "float64": (1e-7, 1e-7),
}
# Errors that mean different things to who catches them; a subclass is as good as its base.
ERRORS: tuple[type[BaseException], ...] = (IndexError, TypeError, ValueError, RuntimeError)


@dataclass
class Outcome:
    """What came of a call: a result or an error, and the arguments as they are afterwards."""

    result: Any = None
    error: BaseException | None = None
    arguments: list[Any] = field(default_factory=list)


def outcome(call: Callable[[], Any], arguments: list[Any]) -> Outcome:
    """Call it; an error is an outcome too."""
    try:
        return Outcome(result=call(), arguments=arguments)
    except Exception as error:
        return Outcome(error=error, arguments=arguments)


class Comparison:
    """Compares what a call gave on one side with what it should give.

    Args:
        expected: the side that is right.
        got: the side that is measured.
        has_values: False for memory that nobody has written to, as torch.empty gives.
        sums: whether what is near enough depends on the largest element of a result.
    """

    def __init__(
        self, expected: Side, got: Side, has_values: bool = True, sums: bool = False
    ) -> None:
        self.expected, self.got, self.has_values, self.sums = expected, got, has_values, sums

    def difference(self, expected: Outcome, got: Outcome) -> str | None:
        """The first difference in words, or None."""
        if expected.error or got.error:
            return error_difference(expected.error, got.error)
        return (
            self.of_results(expected.result, got.result, "the result")
            or self._of_aliasing(expected, got)
            or self._of_arguments(expected, got)
        )

    def of_results(self, expected: Any, got: Any, where: str) -> str | None:
        """Compare two results, and what they consist of."""
        if self.expected.is_tensor(expected):
            if not self.got.is_tensor(got):
                return f"{where} is of the class {type(got).__name__}, not a tensor"
            return self.of_tensors(expected, got, where)
        if isinstance(expected, (list, tuple)):
            return self._of_sequences(expected, got, where)
        if isinstance(expected, dict):
            if not isinstance(got, dict) or list(expected) != list(got):
                return f"{where} is {got!r:.80}, not a dict with the keys {list(expected)}"
            return self._of_items(list(expected.values()), list(got.values()), where)
        if isinstance(expected, (torch.dtype, torch.device, torch.layout)):
            return None if str(expected) == str(got) else f"{where} is {got}, not {expected}"
        if type(expected) is not type(got):
            return f"{where} is {got!r:.80}, not {expected!r:.80}"
        if isinstance(expected, float):
            return None if near(expected, got, "float32") else f"{where} is {got}, not {expected}"
        return None if expected == got else f"{where} is {got!r:.80}, not {expected!r:.80}"

    def _of_sequences(self, expected: Any, got: Any, where: str) -> str | None:
        kind = list if isinstance(expected, list) else tuple
        if not isinstance(got, kind):
            return f"{where} is a {type(got).__name__}, not a {type(expected).__name__}"
        if len(expected) != len(got):
            return f"{where} has {len(got)} items, not {len(expected)}"
        if type(expected).__module__ == "torch.return_types":
            missing = [name for name in type(expected).__match_args__ if not hasattr(got, name)]
            if missing:
                return f"{where} has no field {missing[0]}"
        return self._of_items(list(expected), list(got), where)

    def _of_items(self, expected: list[Any], got: list[Any], where: str) -> str | None:
        for place, (one, other) in enumerate(zip(expected, got, strict=True)):
            found = self.of_results(one, other, f"{where}[{place}]")
            if found:
                return found
        return None

    def of_tensors(self, expected: Any, got: Any, where: str) -> str | None:
        """Compare dtype, shape and values."""
        kind = self.expected.dtype(expected)
        if self.got.dtype(got) != kind:
            return f"{where} is of {self.got.dtype(got)}, not {kind}"
        if self.got.shape(got) != self.expected.shape(expected):
            wanted = list(self.expected.shape(expected))
            return f"{where} has the shape {list(self.got.shape(got))}, not {wanted}"
        values = self.got.values(got)
        if isinstance(self.got, LiteSide):
            wrong = unfit(values, kind)
            if wrong is not None:
                return f"{where} holds {wrong!r}, which {kind} cannot hold"
        return self._of_values(self.expected.values(expected), values, kind, where)

    def _of_values(self, expected: list[Any], got: list[Any], kind: str, where: str) -> str | None:
        if expected == got or not self.has_values:
            return None
        is_float = kind in TOLERANCES
        largest = max(map(abs, filter(math.isfinite, expected)), default=1) if self.sums else 1
        for place, (one, other) in enumerate(zip(expected, got, strict=True)):
            if not (near(one, other, kind, max(largest, 1)) if is_float else one == other):
                return f"{where} has {other!r}, not {one!r}, as its element {place} ({kind})"
        return None

    def _of_aliasing(self, expected: Outcome, got: Outcome) -> str | None:
        ones = tensors_in(expected.result, self.expected)
        others = tensors_in(got.result, self.got)
        names = [f"argument {place}" for place in range(len(expected.arguments))]
        names += [f"result {place}" for place in range(len(ones))]
        if len(ones) == 1:
            names[-1] = "the result"
        given = len(expected.arguments)
        return self.of_aliasing(expected.arguments + ones, got.arguments + others, names, given)

    def of_aliasing(
        self, expected: list[Any], got: list[Any], names: list[str], given: int = 0
    ) -> str | None:
        """Which tensors share memory with those before, and how views lie in it.

        If some are given, arguments in front of results, it is asked only of the results, and only
        whether they share memory with arguments.
        """
        ours = [self.expected.storage(tensor) for tensor in expected]
        theirs = [self.got.storage(tensor) for tensor in got]
        for later in range(given, len(expected)):
            for earlier in range(given or later):
                shares = theirs[later] == theirs[earlier]
                if shares != (ours[later] == ours[earlier]):
                    does = "shares" if shares else "does not share"
                    return f"{names[later]} {does} memory with {names[earlier]}"
            if ours[later] in ours[: given or later]:
                found = self._of_layout(expected[later], got[later], names[later])
                if found:
                    return found
        return None

    def of_new_layout(self, expected: Outcome, got: Outcome) -> str | None:
        """How results that agree and are no views lie in memory: it decides what is contiguous."""
        known = {self.expected.storage(tensor) for tensor in expected.arguments}
        pairs = zip(
            tensors_in(expected.result, self.expected),
            tensors_in(got.result, self.got),
            strict=True,
        )
        for place, (one, other) in enumerate(pairs):
            if self.expected.storage(one) not in known:
                found = self._of_layout(one, other, f"result {place}")
                if found:
                    return found
        return None

    def of_layouts(self, expected: list[Any], got: list[Any], names: list[str]) -> str | None:
        """How tensors lie in memory, views or not."""
        triples = zip(expected, got, names, strict=True)
        return next(
            (found for triple in triples if (found := self._of_layout(*triple)) is not None), None
        )

    def _of_layout(self, expected: Any, got: Any, where: str) -> str | None:
        if 0 in self.expected.shape(expected):
            return None
        strides = self.expected.strides(expected)
        if self.got.strides(got) != strides:
            return f"{where} has the strides {self.got.strides(got)}, not {strides}"
        if self.got.offset(got) != self.expected.offset(expected):
            return (
                f"{where} begins at {self.got.offset(got)} in its storage, "
                f"not at {self.expected.offset(expected)}"
            )
        return None

    def _of_arguments(self, expected: Outcome, got: Outcome) -> str | None:
        """What the call did to them."""
        pairs = zip(expected.arguments, got.arguments, strict=True)
        for place, (one, other) in enumerate(pairs):
            where = f"argument {place} afterwards"
            found = self.of_tensors(one, other, where) or self._of_layout(one, other, where)
            if found:
                return found
        return None


def tensors_in(result: Any, side: Side) -> list[Any]:
    """The tensors that a result consists of."""
    if side.is_tensor(result):
        return [result]
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)):
        return [tensor for item in result for tensor in tensors_in(item, side)]
    return []


def near(expected: float, got: float, kind: str, largest: float = 1) -> bool:
    """Equal as far as the dtype's precision goes, for numbers up to the largest; NaN equals NaN."""
    if expected == got:
        return True
    if math.isnan(expected) or math.isinf(expected) or math.isinf(got):
        return math.isnan(expected) and math.isnan(got)
    relative, absolute = TOLERANCES[kind]
    return abs(expected - got) <= absolute * largest + relative * abs(expected)


def unfit(values: list[Any], kind: str) -> Any:
    """The first value that the dtype cannot hold, or None. Python's types count too."""
    wanted: type = {"bool": bool}.get(kind, float if kind in TOLERANCES else int)
    for value in values:
        if type(value) is not wanted:
            return value
    if wanted is bool or kind == "float64":
        return None
    if wanted is int:
        limits = torch.iinfo(getattr(torch, kind))
        return next((value for value in values if not limits.min <= value <= limits.max), None)
    exact = torch.tensor(values, dtype=torch.float64)
    lost = exact.to(getattr(torch, kind)).double() != exact
    lost &= ~exact.isnan()
    return values[int(lost.nonzero()[0])] if bool(lost.any()) else None


def error_difference(expected: BaseException | None, got: BaseException | None) -> str | None:
    """Compare errors by what an ``except`` would catch."""
    if got is None:
        assert expected is not None
        return f"there is no error, but torch has {in_words(expected)}"
    if expected is None:
        return f"{in_words(got)}, but torch has no error"
    if type(got).__name__ == "NotOfferedError":
        return in_words(got)
    if kind_of(expected) is kind_of(got):
        return None
    return f"{in_words(got)}, but torch has {in_words(expected)}"


def kind_of(error: BaseException) -> type[BaseException]:
    return next((kind for kind in ERRORS if isinstance(error, kind)), type(error))


def in_words(error: BaseException) -> str:
    """Its class and the first line of its message, if that is not too long."""
    line = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {line[:150]}" if line else type(error).__name__
