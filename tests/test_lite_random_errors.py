"""Wrong calls for random numbers raise in the browser's torch what they raise in the real one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import lite
import pytest
import torch

ERRORS: list[Callable[[Any], Any]] = [
    lambda s: s.rand(),
    lambda s: s.rand(2, dtype=s.int64),
    lambda s: s.randn(2, dtype=s.bool),
    lambda s: s.rand(-1),
    lambda s: s.rand(2, generator=3),
    lambda s: s.rand(2, colour=3),
    lambda s: s.rand_like(s.ones(2, dtype=s.int64)),
    lambda s: s.randint(3, 3, (2,)),
    lambda s: s.randint(5, (2,), dtype=s.bool),
    lambda s: s.randint(0, 300, (2,), dtype=s.uint8),
    lambda s: s.randint(-1, 2, (2,), dtype=s.uint8),
    lambda s: s.randint(0, 70000, (2,), dtype=s.float16),
    lambda s: s.randint(10, 3),
    lambda s: s.randint(1.5, (2,)),
    lambda s: s.randint(2**63, (2,)),
    lambda s: s.randint_like(s.ones(2), 3, 3),
    lambda s: s.randperm(-1),
    lambda s: s.randperm(3.0),
    lambda s: s.randperm(5, dtype=s.bool),
    lambda s: s.randperm(300, dtype=s.uint8),
    lambda s: s.randperm(2050, dtype=s.float16),
    lambda s: s.ones(3).expand(2, 3).uniform_(),
    lambda s: s.ones(3).expand(2, 3).normal_(),
    lambda s: s.ones(3).expand(2, 3).random_(5),
    lambda s: s.ones(3).expand(2, 3).bernoulli_(s.ones(3)),
    lambda s: s.ones(3).uniform_(2),
    lambda s: s.ones(3).uniform_(0, math.inf),
    lambda s: s.ones(3).uniform_(math.nan, 1),
    lambda s: s.ones(3, dtype=s.float16).uniform_(-60000, 60000),
    lambda s: s.ones(3, dtype=s.int64).uniform_(),
    lambda s: s.ones(3).normal_(0, -1),
    lambda s: s.ones(3).normal_(0, math.nan),
    lambda s: s.ones(3, dtype=s.int64).normal_(),
    lambda s: s.ones(3, dtype=s.int64).exponential_(),
    lambda s: s.ones(3).exponential_(0),
    lambda s: s.ones(3).exponential_(math.nan),
    lambda s: s.ones(3).bernoulli_(2.0),
    lambda s: s.ones(3).bernoulli_(math.nan),
    lambda s: s.bernoulli(s.tensor([2.0])),
    lambda s: s.bernoulli(s.tensor([1])),
    lambda s: s.ones(4).bernoulli_(s.ones(3)),
    lambda s: s.ones(3).random_(1.5),
    lambda s: s.empty(0).random_(3, 2),
    lambda s: s.ones(3, dtype=s.int32).random_(-(2**63), None),
    lambda s: s.normal(1.0, 2.0),
    lambda s: s.normal(s.zeros(2, dtype=s.int64), 1.0),
    lambda s: s.normal(s.zeros(2), -1.0),
    lambda s: s.normal(s.zeros(2), s.tensor([-1.0, 1.0])),
    lambda s: s.normal(s.zeros(2), s.ones(3)),
    lambda s: s.normal(0.0, s.ones(2), (2,)),
    lambda s: s.multinomial(s.ones(3), 4),
    lambda s: s.multinomial(s.zeros(3), 1),
    lambda s: s.multinomial(s.zeros(3), 2, True),
    lambda s: s.multinomial(s.tensor([1.0, -1.0]), 1),
    lambda s: s.multinomial(s.tensor([1.0, -1.0]), 2, True),
    lambda s: s.multinomial(s.tensor([1.0, math.nan]), 1),
    lambda s: s.multinomial(s.tensor([1.0, math.inf]), 2, True),
    lambda s: s.multinomial(s.tensor([[0.0, 1.0], [0.0, 0.0]]), 1),
    lambda s: s.multinomial(s.ones(3, dtype=s.int64), 1),
    lambda s: s.multinomial(s.ones(2, 2, 2), 1),
    lambda s: s.multinomial(s.ones(3), 0),
    lambda s: s.multinomial(s.tensor(1.0), 1),
    lambda s: s.multinomial(s.ones(0), 1),
    lambda s: s.multinomial([1.0, 2.0], 1),
    lambda s: s.Generator().manual_seed(1.5),
    lambda s: s.Generator().manual_seed(2**64),
    lambda s: s.manual_seed("a"),
    lambda s: s.Generator().set_state(s.zeros(5)),
    lambda s: s.Generator().set_state(s.zeros(5, dtype=s.uint8)),
]


@pytest.mark.parametrize("call", ERRORS, ids=range(len(ERRORS)))
def test_errors(call: Callable[[Any], Any]) -> None:
    """The same class, and where torch says something in words, the same words."""
    found = []
    for side in (torch, lite.torch):
        with pytest.raises(Exception) as caught:
            call(side)
        found.append(caught.value)
    wanted, got = found
    assert type(got) is type(wanted)
    if isinstance(wanted, RuntimeError):
        assert str(got).split(".  ")[0].rstrip(".") == str(wanted).split(".  ")[0].rstrip(".")
