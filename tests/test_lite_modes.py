"""Modes of the browser's torch nest, decorate and end as torch's do; gradients are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lite
import pytest
import torch

SIDES = (torch, lite.torch)


def modes(side: Any) -> tuple[bool, bool]:
    return side.is_grad_enabled(), side.is_inference_mode_enabled()


def nested(side: Any) -> list[tuple[bool, bool]]:
    found = [modes(side)]
    with side.inference_mode():
        found.append(modes(side))
        with side.enable_grad():
            found.append(modes(side))
            with side.no_grad(), side.set_grad_enabled(True):
                found.append(modes(side))
        with side.inference_mode(False):
            found.append(modes(side))
    return [*found, modes(side)]


def decorated(side: Any) -> list[tuple[bool, bool]]:
    decorators: list[Callable[..., Any]] = [
        side.no_grad, side.no_grad(), side.enable_grad, side.inference_mode, side.inference_mode(),
        side.inference_mode(False), side.set_grad_enabled(False),
    ]  # fmt: skip
    found = [decorate(lambda: modes(side))() for decorate in decorators]
    with side.no_grad():
        found.append(side.enable_grad()(lambda: modes(side))())
    with side.inference_mode():
        found.append(side.no_grad()(lambda: modes(side))())
    return [*found, modes(side)]


def failing(side: Any) -> tuple[bool, bool]:
    with pytest.raises(ZeroDivisionError), side.inference_mode():
        raise ZeroDivisionError
    return modes(side)


def at_once(side: Any) -> list[tuple[bool, bool]]:
    side.set_grad_enabled(False)
    found = [modes(side)]
    side.set_grad_enabled(True)
    return [*found, modes(side)]


@pytest.mark.parametrize("scenario", [nested, decorated, failing, at_once])
def test_modes_are_what_they_are_in_torch(scenario: Callable[[Any], Any]) -> None:
    expected, got = (scenario(side) for side in SIDES)
    assert got == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda t: t.tensor([1.0], requires_grad=True),
        lambda t: t.zeros(2, requires_grad=True),
        lambda t: t.randn(2, requires_grad=True),
        lambda t: t.ones(2).requires_grad_(),
        lambda t: setattr(t.ones(2), "requires_grad", True),
        lambda t: t.ones(2).backward(),
    ],
)
def test_gradients_are_refused_with_the_way_to_get_on(call: Callable[[Any], Any]) -> None:
    with pytest.raises(lite.torch._registry.NotOfferedError, match="on your own machine"):
        call(lite.torch)


def test_parameters_may_say_that_they_need_gradients() -> None:
    for side in SIDES:
        parameter = side.nn.Parameter(side.ones(2))
        assert parameter.requires_grad
        assert not parameter.requires_grad_(False).requires_grad
