"""Equality that an object cannot answer for itself: by type first, then part by part.

``True`` is not 1 here, 4.0 is not 4, a tuple is not a list; tensors are equal if dtype, shape and
values are. A named tuple equals a tuple of the same items. No method of an object that a program
made decides anything, unless both sides are objects of one class that nothing is known about.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from .messages import say
from .values import both_short, is_tensor, short, type_name

MAX_DEPTH = 100
_USUAL = (int, bool, str, list)


def difference(got: Any, expected: Any, lang: str = "en", depth: int = 0) -> str | None:
    """In words, how ``got`` differs from ``expected``; None if it does not."""
    if depth > MAX_DEPTH:
        return say("too_deep", lang)
    if type(got) is type(expected) and type(got) in _USUAL:  # the usual cases, made short
        if type(got) is list:
            return _sequences(got, expected, lang, depth)
        return None if got == expected else ""
    if is_tensor(expected) or is_tensor(got):
        return _tensors(got, expected, lang, None)
    if issubclass(type(expected), tuple) and issubclass(type(got), tuple):
        return _sequences(tuple.__iter__(got), tuple.__iter__(expected), lang, depth)
    if type(got) is not type(expected):
        return say("type_differs", lang, got=_kind(got), expected=_kind(expected))
    kind = type(expected)
    if kind is dict:
        return _dicts(got, expected, lang, depth)
    if kind in (set, frozenset):
        return _sets(got, expected, lang, depth)
    if kind is float:
        same = got == expected or (math.isnan(got) and math.isnan(expected))
        return None if same else ""
    if dataclasses.is_dataclass(kind) and got is not expected:
        return _fields(got, expected, lang, depth)
    return None if got is expected or (got == expected) is True else ""


def closeness(
    got: Any, expected: Any, rtol: float, atol: float, lang: str = "en", depth: int = 0
) -> str | None:
    """As ``difference``, but floats may be off by ``atol + rtol * |expected|``."""
    if is_tensor(expected) or is_tensor(got):
        return _tensors(got, expected, lang, (rtol, atol))
    if type(expected) in (list, tuple) and type(got) is type(expected) and depth < MAX_DEPTH:
        if len(got) != len(expected):
            return say("length_differs", lang, got=len(got), expected=len(expected))
        for index, (one, other) in enumerate(zip(got, expected, strict=True)):
            found = closeness(one, other, rtol, atol, lang, depth + 1)
            if found is not None:
                return _at(say("item", lang, index=index), found)
        return None
    if type(got) is float and type(expected) is float:
        return None if _near(got, expected, rtol, atol) else _off(got, expected, lang)
    return difference(got, expected, lang, depth)


def _near(got: float, expected: float, rtol: float, atol: float) -> bool:
    if math.isnan(got) or math.isnan(expected):
        return math.isnan(got) and math.isnan(expected)
    if math.isinf(got) or math.isinf(expected):
        return got == expected
    return got == expected or abs(got - expected) <= atol + rtol * abs(expected)


def _off(got: float, expected: float, lang: str) -> str:
    return say("off_by", lang, off=f"{abs(got - expected):.3g}")


def _kind(value: Any) -> str:
    return "None" if value is None else type_name(value)


def _at(place: str, found: str) -> str:
    return f"{place}: {found}" if found else place


def _sequences(got: Any, expected: Any, lang: str, depth: int) -> str | None:
    got, expected = list(got), list(expected)
    if set(map(type, got)) == set(map(type, expected)) == {int} and got == expected:
        return None  # the short way for the usual case
    if len(got) != len(expected):
        return say("length_differs", lang, got=len(got), expected=len(expected))
    for index, (one, other) in enumerate(zip(got, expected, strict=True)):
        found = difference(one, other, lang, depth + 1)
        if found is not None:
            return _at(say("item", lang, index=index), found)
    return None


def _dicts(got: dict[Any, Any], expected: dict[Any, Any], lang: str, depth: int) -> str | None:
    pairs, extra = _matched(list(got), list(expected), depth)
    for own, key in pairs:
        if own is _NONE:
            return say("key_missing", lang, key=short(key))
        found = difference(got[own], expected[key], lang, depth + 1)
        if found is not None:
            return _at(say("key", lang, key=short(key)), found)
    return say("key_extra", lang, key=short(extra[0])) if extra else None


_NONE = object()


def _matched(got: list[Any], expected: list[Any], depth: int) -> tuple[list[Any], list[Any]]:
    """Each expected item with the one got that is the same, or with none; and what is left."""
    left, pairs = list(got), []
    for item in expected:
        place = next(
            (p for p, own in enumerate(left) if difference(own, item, "en", depth + 1) is None),
            None,
        )
        pairs.append((_NONE if place is None else left.pop(place), item))
    return pairs, left


def _sets(got: Any, expected: Any, lang: str, depth: int) -> str | None:
    if got == expected and {type(item) for item in got} <= {int, str}:
        got = {item for item in got if type(item) is not str}  # the short way for the usual case
        expected = {item for item in expected if type(item) is not str}
    pairs, extra = _matched(sorted(got, key=short), sorted(expected, key=short), depth)
    for own, item in pairs:
        if own is _NONE:
            return say("set_missing", lang, item=short(item))
    return say("set_extra", lang, item=short(extra[0])) if extra else None


def _fields(got: Any, expected: Any, lang: str, depth: int) -> str | None:
    for field in dataclasses.fields(expected):
        one, other = (object.__getattribute__(side, field.name) for side in (got, expected))
        found = difference(one, other, lang, depth + 1)
        if found is not None:
            return _at(say("attribute", lang, name=field.name), found)
    return None


def _tensors(got: Any, expected: Any, lang: str, near: tuple[float, float] | None) -> str | None:
    if not is_tensor(got) or not is_tensor(expected):
        return say("type_differs", lang, got=_kind(got), expected=_kind(expected))
    if type(got).__module__.split(".")[0] != "torch":  # a subclass could answer as it likes
        return say("type_differs", lang, got=_kind(got), expected=_kind(expected))
    if got.dtype != expected.dtype:
        return say("dtype_differs", lang, got=str(got.dtype), expected=str(expected.dtype))
    if tuple(got.shape) != tuple(expected.shape):
        return say("shape_differs", lang, got=tuple(got.shape), expected=tuple(expected.shape))
    try:
        ours = got.detach().flatten().tolist()
    except Exception as error:  # on another device, sparse, or without any numbers
        return say("no_numbers", lang, error=type_name(error))
    theirs = expected.detach().flatten().tolist()
    rtol, atol = near or (0.0, 0.0)
    for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        same = _near(one, other, rtol, atol) if type(one) is float else one == other
        if not same:
            place = _place(index, tuple(expected.shape))
            shown = both_short(one, other)
            return say("value_differs", lang, place=place, got=shown[0], expected=shown[1])
    return None


def _place(index: int, shape: tuple[int, ...]) -> str:
    """A flat index as the index of a tensor of that shape."""
    places: list[str] = []
    for size in reversed(shape):
        places.append(str(index % size))
        index //= size
    return "[" + ", ".join(reversed(places)) + "]"
