"""Without recursion into itself for lists of lists: encode walks with a list of places to fill."""

from dataclasses import fields, is_dataclass


def encode(value):
    holder = [None]
    to_do = [(holder, 0, value)]
    while to_do:
        place, key, value = to_do.pop()
        if isinstance(value, list | tuple):
            place[key] = [None] * len(value)
            to_do += [(place[key], index, item) for index, item in enumerate(value)]
        elif is_dataclass(value) and not isinstance(value, type):
            place[key] = {"type": type(value).__name__}
            for field in fields(value):
                if field.name in place[key]:
                    raise TypeError("type is taken")
                to_do.append((place[key], field.name, getattr(value, field.name)))
        elif value is None or isinstance(value, str | int | float):
            place[key] = value
        else:
            raise TypeError(repr(value))
    return holder[0]


def decode(document, types):
    if isinstance(document, dict):
        rest = dict(document)
        name = rest.pop("type", None)
        if name is None or name not in types:
            raise ValueError(name)
        return types[name](**{key: decode(value, types) for key, value in rest.items()})
    if isinstance(document, list):
        return [decode(value, types) for value in document]
    return document
