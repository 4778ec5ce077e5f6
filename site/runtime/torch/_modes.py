"""Gradients: there are none here, so the modes that turn them off and on only keep account."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import TracebackType
from typing import Any

from ._core import Tensor, view
from ._registry import method, not_offered

_grad_enabled = True
_inference = False


def is_grad_enabled() -> bool:
    """Whether gradients would be recorded, if there were any."""
    return _grad_enabled


def is_inference_mode_enabled() -> bool:
    """Whether an ``inference_mode`` is running."""
    return _inference


class _Mode:
    """Sets the modes for a ``with`` block, or for every call of a function that it decorates.

    Args:
        inference: None leaves it as it is.
    """

    def __init__(self, grad: bool, inference: bool | None = None) -> None:
        self._wanted = (grad, inference)
        self._before: list[tuple[bool, bool]] = []

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def inner(*arguments: Any, **options: Any) -> Any:
            with self:
                return call(*arguments, **options)

        return inner

    def __enter__(self) -> None:
        self._before.append((_grad_enabled, _inference))
        _set(*self._wanted)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _set(*self._before.pop())


def _set(grad: bool, inference: bool | None) -> None:
    global _grad_enabled, _inference
    _grad_enabled = grad
    _inference = _inference if inference is None else inference


class no_grad(_Mode):
    """Nothing is recorded; ``@no_grad`` and ``@no_grad()`` mean the same."""

    def __new__(cls, call: Any = None) -> Any:
        made = super().__new__(cls)
        if call is None:
            return made
        cls.__init__(made)
        return made(call)

    def __init__(self, call: Any = None) -> None:
        super().__init__(grad=False)


class enable_grad(no_grad):
    """Everything would be recorded, also within a ``no_grad``."""

    def __init__(self, call: Any = None) -> None:
        _Mode.__init__(self, grad=True)


class inference_mode(_Mode):
    """As ``no_grad``: nothing is tracked here anyway."""

    def __new__(cls, mode: Any = True) -> Any:
        made = super().__new__(cls)
        if not callable(mode):
            return made
        cls.__init__(made)
        return made(mode)

    def __init__(self, mode: Any = True) -> None:
        super().__init__(grad=not mode, inference=bool(mode))


class set_grad_enabled(_Mode):
    """Sets the mode at once; the end of a ``with`` block sets it back."""

    def __init__(self, mode: bool) -> None:
        super().__init__(grad=bool(mode))
        self._at_once = (_grad_enabled, _inference)
        _set(*self._wanted)

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        _set(*self._at_once)  # a decorator sets it for the calls only
        return super().__call__(call)

    def __enter__(self) -> None:
        self._before.append(self._at_once)
        _set(*self._wanted)


@method
def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Only parameters may: there are no gradients here."""
    self.requires_grad = requires_grad
    return self


@method
def backward(self: Tensor, *arguments: Any, **options: Any) -> None:
    """Raises NotOfferedError: there are no gradients here."""
    raise not_offered("Tensor.backward")


@method
def detach(self: Tensor) -> Tensor:
    """The same numbers, without a history: an alias."""
    return view(self, self._shape, self._strides, self._offset)
