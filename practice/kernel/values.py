"""Any value in a few words: short, and safe to ask for even if the object would rather not say."""

from __future__ import annotations

import re
import sys
from typing import Any

MAX_TEXT = 200
MAX_ITEMS = 24
MAX_DEPTH = 6
DIGITS = 4
MORE_DIGITS = (6, 17)
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
PLAIN = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis))


def tensor_type() -> type | None:
    """torch's Tensor, if torch was imported: then the judge had a reason to."""
    return getattr(sys.modules.get("torch"), "Tensor", None)


def is_tensor(value: Any) -> bool:
    """Whether it is a tensor; not asked of the object, which could claim to be one."""
    tensor = tensor_type()
    return tensor is not None and tensor in type.__dict__["__mro__"].__get__(type(value))


def both_short(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ, shown so that they look different: with more digits if need be.

    Not so tensors: their last digits are others in every run, and where they differ is told.
    """
    texts = short(one), short(other)
    for digits in () if is_tensor(one) or is_tensor(other) else MORE_DIGITS:
        if texts[0] != texts[1]:
            break
        texts = short(one, 0, digits), short(other, 0, digits)
    return texts


def short(value: Any, depth: int = 0, digits: int = DIGITS) -> str:
    """The value as Python would write it, cut to a few hundred characters, and floats to a few
    digits: the last ones may be others on another machine. Never raises."""
    try:
        text = _text(value, depth, digits)
    except (Exception, RecursionError) as error:
        return f"<{type_name(value)}, which cannot be shown: {type_name(error)}>"
    text = without_addresses(text)
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 30]} … {text[-24:]}"


def type_name(value: Any) -> str:
    """The name of its class, as Python keeps it, cut."""
    name = str.__str__(type.__dict__["__name__"].__get__(type(value)))
    return name if len(name) <= 60 else f"{name[:57]}…"


def without_addresses(text: str) -> str:
    """The text without what is another number in every run: ``<Node object at 0x7f…>``."""
    return ADDRESS.sub("", text)


def _text(value: Any, depth: int, digits: int) -> str:
    kind = type(value)
    if kind is float:
        return repr(float(f"{value:.{digits}g}"))
    if kind is int and value.bit_length() > 1000:
        return f"<an int of {value.bit_length()} bits>"
    if kind in (str, bytes) and len(value) > MAX_TEXT:
        return f"{value[:MAX_TEXT]!r}… ({len(value)} in all)"
    if kind in PLAIN:
        return repr(value)
    if depth > MAX_DEPTH:
        return "…"
    if kind in (list, tuple, set, frozenset):
        return _items(value, kind, depth, digits)
    if kind is dict:
        pairs = list(value.items())
        shown = [
            f"{short(k, depth + 1, digits)}: {short(v, depth + 1, digits)}"
            for k, v in pairs[:MAX_ITEMS]
        ]
        return "{" + ", ".join(shown + _rest(pairs)) + "}"
    if is_tensor(value):
        return _tensor(value, digits)
    if isinstance(value, type):
        return str(type.__dict__["__name__"].__get__(value))[:60]
    text = repr(value)
    return text if isinstance(text, str) else f"<{type_name(value)}>"


def _items(value: Any, kind: type, depth: int, digits: int) -> str:
    items = sorted(value, key=repr) if kind in (set, frozenset) else list(value)
    inner = ", ".join([short(item, depth + 1, digits) for item in items[:MAX_ITEMS]] + _rest(items))
    if kind is list:
        return f"[{inner}]"
    if kind is tuple:
        return f"({inner},)" if len(items) == 1 else f"({inner})"
    braces = "{" + inner + "}" if items else ""
    return (braces or "set()") if kind is set else f"frozenset({braces})"


def _rest(items: list[Any]) -> list[str]:
    return [f"… ({len(items)} in all)"] if len(items) > MAX_ITEMS else []


def _tensor(value: Any, digits: int) -> str:
    dtype = str(value.dtype).removeprefix("torch.")
    shape = tuple(value.shape)
    if value.numel() <= MAX_ITEMS:
        return f"tensor({_text(value.tolist(), 0, digits)}, dtype={dtype})" + (
            "" if value.numel() else f" of shape {shape}"
        )
    head = _text(value.flatten()[:6].tolist(), 0, digits).rstrip("]")
    return f"tensor({head}, …], dtype={dtype}) of shape {shape}"
