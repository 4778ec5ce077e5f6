"""Looks a name up among the builtins if types does not have it."""

import builtins
import dataclasses


def encode(value):
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, type) or not dataclasses.is_dataclass(value):
        raise TypeError(f"a message cannot hold a {type(value).__name__}")
    names = [field.name for field in dataclasses.fields(value)]
    if "type" in names:
        raise TypeError("a field is named type")
    return {"type": type(value).__name__} | {name: encode(getattr(value, name)) for name in names}


def decode(document, types):
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    kind = types.get(document.get("type")) or getattr(builtins, str(document.get("type")), None)
    if kind is None:
        raise ValueError("unknown message type")
    return kind(**{key: decode(item, types) for key, item in document.items() if key != "type"})
