"""Gradients: there are none here, so the modes that turn them off only keep account."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import TracebackType
from typing import Any

from ._core import Tensor
from ._registry import method, not_offered

_grad_enabled = True


def is_grad_enabled() -> bool:
    """Whether gradients would be recorded, if there were any."""
    return _grad_enabled


class set_grad_enabled:
    """Sets the mode at once; as a context, for its block only."""

    def __init__(self, mode: bool) -> None:
        global _grad_enabled
        self._before = _grad_enabled
        _grad_enabled = mode

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        global _grad_enabled
        _grad_enabled = self._before


class no_grad:
    """A context, or a decorator, in which nothing is recorded."""

    mode = False

    def __new__(cls, call: Any = None) -> Any:
        made = super().__new__(cls)
        return made(call) if callable(call) else made

    def __init__(self, mode: Any = True) -> None:
        self._before: list[bool] = []

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def inner(*arguments: Any, **options: Any) -> Any:
            with type(self)():
                return call(*arguments, **options)

        return inner

    def __enter__(self) -> None:
        global _grad_enabled
        self._before.append(_grad_enabled)
        _grad_enabled = self.mode

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        global _grad_enabled
        _grad_enabled = self._before.pop()


class inference_mode(no_grad):
    """The same, as nothing is tracked here."""


@method
def requires_grad_(tensor: Tensor, requires_grad: bool = True) -> Tensor:
    tensor.requires_grad = requires_grad
    return tensor


@method
def backward(tensor: Tensor, *arguments: Any, **options: Any) -> None:
    raise not_offered("Tensor.backward")


@method
def detach(tensor: Tensor) -> Tensor:
    """The same numbers, without a history: an alias."""
    from ._core import view

    return view(tensor, tensor._shape, tensor._strides, tensor._offset)
