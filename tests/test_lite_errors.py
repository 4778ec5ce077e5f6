"""Where torch raises, the browser's torch raises the same, in the same words."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import lite
import lite_wrong_calls as wrong
import pytest
import torch
import torch_names

SIZES = [(), (3,), (4,), (3, 4), (4, 5), (2, 3, 4), (2, 4, 5), (3, 5, 5), (1, 4, 5), (2, 2, 4, 5)]
KINDS = ["float16", "bfloat16", "float32", "float64", "int32", "int64"]


def told(names: dict[str, Any], expression: str) -> str:
    """The class and the first line of what an expression raises, which is what a verdict shows."""
    try:
        eval(expression, names)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    return "nothing is raised"


@pytest.mark.filterwarnings("ignore:Using a non-tuple sequence")
@pytest.mark.parametrize("group", ["INDEXING", "CREATION", "SHAPES", "NUMBERS", "ARGUMENTS"])
def test_a_wrong_call_is_refused_in_the_same_words(group: str) -> None:
    calls = getattr(wrong, group)
    assert len(calls) > 70
    for call in calls:
        expected = told(wrong.names(torch), call)
        assert expected != "nothing is raised", call
        assert (call, told(wrong.names(lite.torch), call)) == (call, expected)


@pytest.mark.parametrize("name", ["matmul", "mm", "bmm", "dot", "outer"])
def test_products_of_shapes_that_do_not_fit(name: str) -> None:
    for one, other in itertools.product(SIZES, SIZES):
        call = f"torch.{name}(torch.ones({one}), torch.ones({other}))"
        assert (call, told({"torch": lite.torch}, call)) == (call, told({"torch": torch}, call))


def test_products_of_dtypes_that_do_not_fit() -> None:
    sizes = [((4,), (4,)), ((3, 4), (4,)), ((3, 4), (4, 5)), ((2, 3, 4), (4, 5))]
    for one, other in itertools.permutations(KINDS, 2):
        for left, right in [*sizes, ((2, 3, 4), (2, 4, 5))]:
            call = (
                f"torch.ones({left}, dtype=torch.{one}) @ torch.ones({right}, dtype=torch.{other})"
            )
            assert (call, told({"torch": lite.torch}, call)) == (call, told({"torch": torch}, call))


def test_what_is_not_offered_is_told_from_a_slip() -> None:
    for call, missing in (
        ("torch.stft(x, 3)", "torch.stft"),
        ("x.as_subclass(int)", "Tensor.as_subclass"),
        ("torch.nn.LayerNorm(4)", "torch.nn.LayerNorm"),
        ("torch.nn.functional.cross_entropy(x, x)", "torch.nn.functional.cross_entropy"),
    ):
        found = told(wrong.names(lite.torch), call)
        assert found.startswith(f"NotOfferedError: {missing} is not in the browser's torch; ")
    for call in (
        "x.unsqeeze(0)", "x.zeros_like()", "torch.soft_max(x)", "torch.nn.Layernorm(4)",
        "torch.nn.functional.softmaxx(x)",
    ):  # fmt: skip
        expected = told(wrong.names(torch), call)
        assert expected.startswith("AttributeError: ")
        assert told(wrong.names(lite.torch), call) == expected


def test_the_names_of_torch_are_those_of_torch() -> None:
    """In a process of its own: other libraries bring more of torch's modules in."""
    code = "import torch_names; print(torch_names.as_text(), end='')"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=Path(__file__).parent, check=True
    )
    kept = torch_names.FILE.read_text(encoding="utf-8")
    if f"torch {torch_names.VERSION}:" in kept:  # other versions have other names
        assert run.stdout.decode() == kept
    assert f"torch {torch_names.VERSION.partition('.')[0]}." in kept
