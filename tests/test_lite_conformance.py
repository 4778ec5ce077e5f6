"""The comparer behind tools/conformance.py finds what it is there to find.

Torch stands on both sides here: what is compared with it are functions that are wrong on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from conformlib import table
from conformlib.comparing import Comparison, Outcome, outcome, unfit
from conformlib.crossing import Crossing, UnsuitableError
from conformlib.measuring import Measured
from conformlib.sides import TorchSide

Call = Callable[..., Any]
SIDE = TorchSide()


def called(right: Call, wrong: Call, *args: Any) -> list[Outcome]:
    """What comes of two functions on copies of the same arguments."""
    outcomes = []
    for function in (right, wrong):
        crossing = Crossing(SIDE)
        copies = crossing.across(args)
        outcomes.append(outcome(partial(function, *copies), crossing.tensors))
    return outcomes


def difference(right: Call, wrong: Call, *args: Any) -> str | None:
    return Comparison(SIDE, SIDE).difference(*called(right, wrong, *args))


def fill(x: torch.Tensor) -> torch.Tensor:
    return x.fill_(1)


def refuse(x: torch.Tensor) -> torch.Tensor:
    raise IndexError("no")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (lambda x: x + 1, lambda x: x + 2, "not 1.0, as its element 0"),
        (lambda x: x + 1, lambda x: (x + 1).double(), "is of float64, not float32"),
        (lambda x: x + 1, lambda x: (x + 1)[None], "has the shape [1, 2, 3], not [2, 3]"),
        (lambda x: x.t(), lambda x: x.t().clone(), "does not share memory with argument 0"),
        (lambda x: x.clone(), lambda x: x, "shares memory with argument 0"),
        (lambda x: x[:, :2], lambda x: x.as_strided((2, 2), (3, 1), 1), "has 1.0, not 0.0"),
        (lambda x: x[:1, :1], lambda x: x.as_strided((1, 1), (1, 1)), "has the strides (1, 1)"),
        (fill, lambda x: torch.ones(2, 3), "does not share memory"),
        (
            lambda x: None,
            lambda x: fill(x) is None or None,
            "argument 0 afterwards has 1.0, not 0.0",
        ),
        (refuse, lambda x: x, "there is no error, but torch has IndexError: no"),
        (lambda x: x, refuse, "IndexError: no, but torch has no error"),
        (lambda x: x + torch.ones(5), refuse, "IndexError: no, but torch has RuntimeError"),
        (lambda x: x.unbind(), lambda x: list(x.unbind()), "is a list, not a tuple"),
        (lambda x: x.unbind(), lambda x: x.unbind()[:1], "has 1 items, not 2"),
        (lambda x: x.max(0), lambda x: tuple(x.max(0)), "has no field"),
        (lambda x: x.split(1)[0], lambda x: x.tolist(), "of the class list, not a tensor"),
        (lambda x: x.dim(), lambda x: 2.0, "is 2.0, not 2"),
        (lambda x: x.dtype, lambda x: torch.int32, "is torch.int32, not torch.float32"),
    ],
)
def test_a_wrong_function_is_found(right: Call, wrong: Call, said: str) -> None:
    found = difference(right, wrong, torch.arange(6.0).reshape(2, 3))
    assert found is not None
    assert said in found


def test_what_agrees_agrees() -> None:
    x = torch.tensor([[1.0, float("nan")], [float("inf"), -0.0]])
    assert difference(torch.exp, lambda x: torch.exp(x) * (1 + 2e-7), x) is None
    assert difference(fill, fill, x) is None
    assert difference(lambda x: x.max(0), lambda x: x.max(0), x) is None
    assert difference(lambda x: x + torch.ones(5), lambda x: x + torch.ones(7), x) is None


def test_the_layout_of_new_results_is_told_apart() -> None:
    outcomes = called(lambda x: x.t() + 1, lambda x: x.t().contiguous() + 1, torch.zeros(2, 3))
    comparison = Comparison(SIDE, SIDE)
    assert comparison.difference(*outcomes) is None
    assert comparison.of_new_layout(*outcomes) == "result 0 has the strides (2, 1), not (1, 3)"
    assert comparison.of_new_layout(outcomes[0], outcomes[0]) is None


def test_a_sum_is_judged_by_the_size_of_its_terms() -> None:
    right, wrong = torch.tensor([1e4, 0.0]), torch.tensor([1e4, 0.01])
    outcomes = called(lambda: right, lambda: wrong)
    assert Comparison(SIDE, SIDE, sums=True).difference(*outcomes) is None
    assert Comparison(SIDE, SIDE).difference(*outcomes) is not None


def test_shared_memory_is_shared_on_the_other_side_too() -> None:
    x = torch.arange(12).reshape(3, 4)
    one, [other, again] = Crossing(SIDE).across((x.t(), [x[1], x[1:, ::2]]))
    assert (one.stride(), other.storage_offset(), again.stride()) == ((1, 4), 4, (4, 2))
    other.fill_(-1)
    assert (one[:, 1] == -1).all() and (again[0] == -1).all()
    assert x.min() == 0


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (torch.zeros(2, dtype=torch.complex64), "complex"),
        (torch.zeros(20_001), "more than 20,000 elements"),
        (torch.zeros(2, 2).to_sparse(), "sparse"),
        (torch.zeros(2, requires_grad=True), "autograd"),
        ({"device": torch.device("meta")}, "other devices"),
        ([torch.uint16], "dtypes"),
    ],
)
def test_what_is_not_offered_by_design_is_left_out(value: Any, reason: str) -> None:
    with pytest.raises(UnsuitableError, match=reason):
        Crossing(SIDE).across(value)


@pytest.mark.parametrize(
    ("values", "kind", "wrong"),
    [
        ([0, 255, 256], "uint8", 256),
        ([True, 1], "bool", 1),
        ([1, 2.0], "int64", 2.0),
        ([1.0, 0.1], "float32", 0.1),
        ([1.0, 257.0], "bfloat16", 257.0),
        ([1.0, 65536.0], "float16", 65536.0),
        ([float("nan"), float("inf"), 0.5], "float16", None),
        ([0.1], "float64", None),
    ],
)
def test_a_value_that_its_dtype_cannot_hold_is_found(
    values: list[Any], kind: str, wrong: Any
) -> None:
    assert unfit(values, kind) is wrong


def test_check_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LEAST_OPERATORS", 2)
    monkeypatch.setattr(table, "REASONS", {})
    measured = [Measured("add", 200, 199, first="x"), Measured("sum", 50, 50)]
    file = tmp_path / "conformance.json"
    file.write_text(table.text_of(table.table_of(measured)), encoding="utf-8")
    assert table.problems_of(measured, file) == []
    assert json.loads(file.read_text(encoding="utf-8"))["operators"]["add"]["agree"] == 199

    measured[1].agree = 48
    low, stale = table.problems_of(measured, file)
    assert low.startswith("sum agrees on 48 of 50 samples")
    assert "not up to date (sum)" in stale
    (few, _) = table.problems_of(measured[:1], file)
    assert few == "1 operators are offered, fewer than 2"
