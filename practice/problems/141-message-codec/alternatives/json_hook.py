"""Lets json do the walking: its hooks see every dictionary, and every value it does not know."""

import dataclasses
import json


def encode(value):
    if dataclasses.is_dataclass(type(value)):
        names = [field.name for field in dataclasses.fields(value)]
        if "type" in names:
            raise TypeError("a field is named type")
        document = {name: encode(getattr(value, name)) for name in names}
        document["type"] = value.__class__.__name__
        return document
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list() | tuple():
            return list(map(encode, value))
        case _:
            raise TypeError("no message")


def decode(document, types):
    def make(fields):
        name = fields.pop("type", None)
        try:
            kind = types[name]
        except KeyError:
            raise ValueError("unknown type") from None
        return kind(**fields)

    return json.loads(json.dumps(document), object_hook=make)
