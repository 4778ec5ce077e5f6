"""Takes everything that an instance holds, fields or not."""

import dataclasses


def encode(value):
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, type) or not dataclasses.is_dataclass(value):
        raise TypeError(f"a message cannot hold a {type(value).__name__}")
    if "type" in vars(value):
        raise TypeError("a field is named type")
    attributes = {name: encode(item) for name, item in vars(value).items()}
    return {"type": type(value).__name__} | attributes


def decode(document, types):
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    if document.get("type") not in types:
        raise ValueError("unknown message type")
    fields = {key: decode(item, types) for key, item in document.items() if key != "type"}
    return types[document["type"]](**fields)
