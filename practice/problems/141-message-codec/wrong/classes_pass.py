"""Takes a dataclass for an instance of it."""

import dataclasses


def encode(value):
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if not dataclasses.is_dataclass(value):
        raise TypeError(f"a message cannot hold a {type(value).__name__}")
    names = [field.name for field in dataclasses.fields(value)]
    if "type" in names:
        raise TypeError("a field is named type")
    kind = value if isinstance(value, type) else type(value)
    return {"type": kind.__name__} | {name: encode(getattr(value, name, None)) for name in names}


def decode(document, types):
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    if document.get("type") not in types:
        raise ValueError("unknown message type")
    fields = {key: decode(item, types) for key, item in document.items() if key != "type"}
    return types[document["type"]](**fields)
