"""Samples in a few words, and in full."""

from __future__ import annotations

from typing import Any

import torch

from conformlib.sides import short

LONG = 600  # characters of a tensor's values


def brief(value: Any) -> str:
    """A tensor as ``float32[2, 3]``, everything else as Python writes it."""
    if isinstance(value, torch.Tensor):
        return f"{short(value.dtype)}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(brief(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, slice):
        parts = (brief(part) for part in (value.start, value.stop, value.step))
        return f"slice({', '.join(parts)})"
    return repr(value)


def brief_call(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """``add(float32[2, 3], float32[3], alpha=2)``, cut where it gets long."""
    parts = [brief(value) for value in args]
    parts += [f"{key}={brief(value)}" for key, value in kwargs.items()]
    text = f"{name}({', '.join(parts)})"
    return text if len(text) <= 160 else f"{text[:157]}…)"


def full(value: Any, is_lite: bool = False) -> str:
    """A tensor with its values, shape, strides and offset; lists and tuples likewise."""
    if is_lite and hasattr(value, "_storage"):
        layout = (tuple(value.shape), value.stride(), value.storage_offset())
        return _in_full(value.tolist(), value.dtype.name, layout)
    if isinstance(value, torch.Tensor):
        layout = (tuple(value.shape), value.stride(), value.storage_offset())
        return _in_full(value.tolist(), short(value.dtype), layout)
    if isinstance(value, (list, tuple)):
        return "(" + ",\n ".join(full(item, is_lite) for item in value) + ")"
    return repr(value)


def _in_full(values: Any, kind: str, layout: tuple[Any, ...]) -> str:
    shape, strides, offset = layout
    text = repr(values)
    if len(text) > LONG:
        text = f"{text[:LONG]} … ({len(text)} characters)"
    return f"{kind}{list(shape)} strides {tuple(strides)} offset {offset}: {text}"
