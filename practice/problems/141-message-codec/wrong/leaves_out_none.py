"""Takes None for nothing to say: the field is missing, and the class cannot be called."""

import dataclasses
from typing import Any


def encode(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, type) or not dataclasses.is_dataclass(value):
        raise TypeError(f"a message cannot hold a {type(value).__name__}")
    document = {"type": type(value).__name__}
    for field in dataclasses.fields(value):
        if field.name == "type":
            raise TypeError(f"{type(value).__name__} has a field that is named type")
        if getattr(value, field.name) is None:
            continue
        document[field.name] = encode(getattr(value, field.name))
    return document


def decode(document: Any, types: dict[str, type]) -> Any:
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    name = document.get("type")
    if name not in types:
        raise ValueError(f"unknown message type {name!r}")
    fields = {key: decode(item, types) for key, item in document.items() if key != "type"}
    return types[name](**fields)
