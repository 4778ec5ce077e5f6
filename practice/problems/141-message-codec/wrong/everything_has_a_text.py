"""Writes down what it does not know as text, as json.dumps(default=str) does."""

import dataclasses


def encode(value):
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, type) or not dataclasses.is_dataclass(value):
        return str(value)
    names = [field.name for field in dataclasses.fields(value)]
    if "type" in names:
        raise TypeError("a field is named type")
    return {"type": type(value).__name__} | {name: encode(getattr(value, name)) for name in names}


def decode(document, types):
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    if document.get("type") not in types:
        raise ValueError("unknown message type")
    fields = {key: decode(item, types) for key, item in document.items() if key != "type"}
    return types[document["type"]](**fields)
