"""Torch's own samples: every operator of torch.testing's list, with arguments to try it on."""

from __future__ import annotations

import importlib.util
import random
import sys
import unittest
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from types import ModuleType
from typing import Any
from unittest import mock

import numpy
import torch

from conformlib.sides import DTYPES

SEED = 20


@cache
def operator_infos() -> dict[str, list[Any]]:
    """Torch's entries by the name of the operator: some have several, for variants."""
    if importlib.util.find_spec("expecttest") is None:
        # torch.testing's test cases are made with it; its samples are not.
        stand_in = ModuleType("expecttest")
        stand_in.TestCase = unittest.TestCase  # type: ignore[attr-defined]
        sys.modules["expecttest"] = stand_in
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    from torch.testing._internal.common_methods_invocations import op_db

    found: dict[str, list[Any]] = {}
    for info in op_db:
        found.setdefault(info.name, []).append(info)
    return found


@dataclass
class Sample:
    """Arguments to try an operator on.

    Attributes:
        title: what to call it in a message: a dtype and a number.
        is_error: whether torch means it to be refused.
    """

    title: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False


def seed() -> None:
    """Begin every generator of random numbers that samples may use anew."""
    random.seed(SEED)
    numpy.random.seed(SEED)
    torch.default_generator.manual_seed(SEED)


def made_quickly(make: Callable[[], Any]) -> list[Any]:
    """What torch's test suite makes. It seeds for each sample, and ``torch.manual_seed`` writes
    down the whole call stack each time, for the case that a GPU turns up later: half of all time.
    """
    with mock.patch.object(torch, "manual_seed", torch.default_generator.manual_seed):
        return list(make())


def samples_of(info: Any) -> Iterator[Sample | Exception]:
    """Its samples of the dtypes that are offered; an exception where torch fails to make some."""
    supported = info.supported_dtypes("cpu")
    for dtype in DTYPES:
        if dtype not in supported:
            continue
        seed()
        try:
            made = made_quickly(partial(info.sample_inputs, "cpu", dtype))
        except Exception as error:
            yield error
            continue
        for number, sample in enumerate(made):
            title = f"{str(dtype).partition('.')[2]} sample {number}"
            yield Sample(title, (sample.input, *sample.args), dict(sample.kwargs))


def errors_of(info: Any) -> Iterator[Sample]:
    """Calls that torch refuses, if it lists any."""
    if info.error_inputs_func is None:
        return
    seed()
    try:
        made = made_quickly(partial(info.error_inputs, "cpu"))
    except Exception:
        return
    for number, error in enumerate(made):
        sample = error.sample_input
        if isinstance(sample.input, torch.Tensor) or sample.args or sample.kwargs:
            args = (sample.input, *sample.args)
            yield Sample(f"refused sample {number}", args, dict(sample.kwargs), is_error=True)
