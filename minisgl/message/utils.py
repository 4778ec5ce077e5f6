"""Messages to JSON documents and back: dataclasses, tensors of whole numbers, plain values."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch


def encode(value: Any) -> Any:
    """A document of lists, dictionaries and plain values; types are named under ``"type"``.

    Raises:
        TypeError: for a value that has no such form.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, torch.Tensor):
        return {"type": "Tensor", "values": value.tolist()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {"type": type(value).__name__} | {name: encode(v) for name, v in fields.items()}
    raise TypeError(f"a message cannot hold a {type(value).__name__}")


def decode(document: Any, types: dict[str, type]) -> Any:
    """The value that ``encode`` made the document of; dataclasses are looked up in ``types``.

    Raises:
        ValueError: if the document names a type that is not among them.
    """
    if isinstance(document, list):
        return [decode(item, types) for item in document]
    if not isinstance(document, dict):
        return document
    fields = dict(document)
    name = fields.pop("type", None)
    if name == "Tensor":
        return torch.tensor(fields["values"], dtype=torch.int32)
    if name not in types:
        raise ValueError(f"unknown message type {name!r}")
    return types[name](**{key: decode(value, types) for key, value in fields.items()})
