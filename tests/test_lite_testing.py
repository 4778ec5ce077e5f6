"""torch.testing.assert_close of the browser's torch accepts and tells what torch's does."""

from __future__ import annotations

import math
from typing import Any

import lite
import pytest
import torch

PAIRS = """
T([1., 2.]), T([1., 3.])
T([1, 2]), T([1, 3])
T([[1., 2.], [3., 4.]]), T([[1., 2.], [3., 5.]])
T(1.), T(2.)
1.0, 2.0
1, 2
1, 1.0
1.0, 1.0000001
nan, nan
True, False
None, None
None, 1
[T([1.]), T([2.])], [T([1.]), T([3.])]
{'a': T([1.])}, {'a': T([2.])}
{'a': T([1.])}, {'b': T([2.])}
{'a': [1.0, {'b': 2}]}, {'a': [1.0, {'b': 3}]}
[1.0, 2.0], [1.0]
(1, 2.5), (1, 2.6)
'a', 'b'
T([1.]), T([1., 2.])
T([1.]), T([1])
T([nan]), T([nan])
T([nan, 1]), T([nan, 2])
T([inf]), T([inf])
T([inf, 0.]), T([1., 0])
T([-inf, 0.]), T([inf, 0])
T([True, False]), T([True, True])
T([]), T([])
T([1.]).double(), T([1. + 1e-6]).double()
T([1.]).half(), T([1.01]).half()
T([1.]).half(), T([1.]).bfloat16()
T([1., 2., 3.]), T([0., 0., 0.])
""".strip().splitlines()
OPTIONS = [
    "", ", rtol=0, atol=0.5", ", equal_nan=True", ", check_dtype=False", ", msg='mine'",
    ", msg=lambda text: text.upper()",
]  # fmt: skip


def told(side: Any, arguments: str) -> str:
    names = {"T": side.tensor, "nan": math.nan, "inf": math.inf}
    try:
        eval(f"f({arguments})", {**names, "f": side.testing.assert_close})
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "close"


@pytest.mark.parametrize("options", OPTIONS)
def test_it_tells_what_torch_tells(options: str) -> None:
    for pair in PAIRS:
        expected, got = (told(side, pair + options) for side in (torch, lite.torch))
        assert (pair, got) == (pair, expected)


def test_it_wants_both_tolerances_or_none() -> None:
    arguments = "T([1.]), T([2.]), rtol=0.1"
    assert told(lite.torch, arguments) == told(torch, arguments)
    assert told(torch, arguments).startswith("ValueError: Both 'rtol' and 'atol' must be")
