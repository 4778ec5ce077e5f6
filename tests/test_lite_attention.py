"""Attention on the browser's torch: shapes, masks, groups, layouts and errors are torch's."""

from __future__ import annotations

import random
from typing import Any

import lite
import pytest
import torch

really: Any = torch.nn.functional.scaled_dot_product_attention
attend = lite.torch.nn.functional.scaled_dot_product_attention
TOLERANCES = {"float64": 1e-12, "float32": 2e-6, "bfloat16": 2e-2, "float16": 2e-3}


def both(*tensors: torch.Tensor, **options: Any) -> tuple[torch.Tensor, Any]:
    """What torch gives, and what the browser's torch gives for the same."""
    ours = {
        name: lite.same(value) if isinstance(value, torch.Tensor) else value
        for name, value in options.items()
    }
    return really(*tensors, **options), attend(*map(lite.same, tensors), **ours)


def check(expected: torch.Tensor, got: Any) -> None:
    given = lite.real(got)
    limit = TOLERANCES[str(expected.dtype).removeprefix("torch.")]
    torch.testing.assert_close(given, expected, rtol=limit, atol=limit, equal_nan=True)
    assert got.stride() == expected.stride()


def heads(draw: random.Random, *shape: int, dtype: torch.dtype) -> torch.Tensor:
    """(batch, heads, tokens, size), often laid out as an engine has it: tokens before heads."""
    batch, count, tokens, size = shape
    if draw.random() < 0.5:
        return torch.randn(shape, dtype=dtype)
    return torch.randn(batch, tokens, count, size, dtype=dtype).transpose(1, 2)


@pytest.mark.parametrize("seed", range(60))
def test_random_shapes_and_masks(seed: int) -> None:
    draw = random.Random(seed)
    torch.manual_seed(seed)
    dtype = draw.choice([torch.float32, torch.float32, torch.float64, torch.bfloat16])
    batch, groups, each = draw.randint(1, 2), draw.randint(1, 3), draw.randint(1, 3)
    rows, columns, size = draw.randint(1, 6), draw.randint(1, 7), draw.choice([1, 4, 8])
    query = heads(draw, batch, groups * each, rows, size, dtype=dtype)
    key, value = (heads(draw, batch, groups, columns, size, dtype=dtype) for _ in range(2))
    options: dict[str, Any] = {"enable_gqa": each > 1}
    kind = draw.choice(["none", "causal", "bool", "float", "scale"])
    shape = draw.choice([(rows, columns), (batch, 1, rows, columns), (1, columns)])
    if kind == "causal":
        options["is_causal"] = True
    elif kind == "bool":
        options["attn_mask"] = torch.rand(shape) < 0.6  # some rows may see nothing at all
    elif kind == "float":
        options["attn_mask"] = torch.randn(shape, dtype=dtype)
    elif kind == "scale":
        options["scale"] = draw.choice([0.5, 0.0, -1.0])
    check(*both(query, key, value, **options))


def test_two_and_three_dimensions() -> None:
    torch.manual_seed(0)
    check(*both(torch.randn(5, 8), torch.randn(7, 8), torch.randn(7, 3)))
    check(*both(torch.randn(2, 5, 8), torch.randn(7, 8), torch.randn(7, 8)))
    check(*both(torch.randn(1, 4, 5, 8), torch.randn(1, 1, 7, 8), torch.randn(1, 1, 7, 8)))


@pytest.mark.parametrize("where", ["key", "value"])
@pytest.mark.parametrize("mask", ["causal", "bool"])
def test_nan_behind_a_mask_is_where_torch_has_it(where: str, mask: str) -> None:
    """Minus infinity and NaN are NaN; and so is zero times NaN."""
    torch.manual_seed(0)
    tensors = {name: torch.randn(1, 2, 6, 4) for name in ("query", "key", "value")}
    tensors[where][0, 0, 4] = torch.nan
    options: dict[str, Any] = {"is_causal": True}
    if mask == "bool":
        options = {"attn_mask": torch.arange(6).ne(4).expand(6, 6)}
    expected, got = both(*tensors.values(), **options)
    check(expected, got)


def test_two_masks_are_both_used_where_torch_takes_them() -> None:
    torch.manual_seed(0)
    mask = torch.rand(5, 5) < 0.7
    tensors = [torch.randn(1, 2, 5, 4) for _ in range(3)]
    check(*both(*tensors, attn_mask=mask, is_causal=True))


def normal(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(shape, dtype=dtype)


FOUR = (1, 4, 5, 8)
WRONG: list[tuple[str, list[torch.Tensor], dict[str, Any]]] = [
    ("a vector", [normal(8), normal(7, 8), normal(7, 8)], {}),
    ("two dtypes", [normal(*FOUR), normal(*FOUR).double(), normal(*FOUR)], {}),
    ("other numbers of heads", [normal(*FOUR), normal(1, 2, 5, 8), normal(1, 2, 5, 8)], {}),
    (
        "heads that do not divide",
        [normal(*FOUR), normal(1, 3, 5, 8), normal(1, 3, 5, 8)],
        {"enable_gqa": True},
    ),
    ("longer keys", [normal(*FOUR), normal(1, 4, 5, 9), normal(*FOUR)], {}),
    ("a mask of numbers", [normal(*FOUR)] * 3, {"attn_mask": torch.ones(5, 5).long()}),
    ("a mask of doubles", [normal(*FOUR)] * 3, {"attn_mask": torch.ones(5, 5).double()}),
    ("two masks", [normal(4, 5, 8)] * 3, {"attn_mask": torch.ones(5, 5), "is_causal": True}),
]


@pytest.mark.parametrize(("name", "tensors", "options"), WRONG, ids=[w[0] for w in WRONG])
def test_errors(name: str, tensors: list[torch.Tensor], options: dict[str, Any]) -> None:
    with pytest.raises(RuntimeError) as expected:
        really(*tensors, **options)
    ours = {
        key: lite.same(value) if isinstance(value, torch.Tensor) else value
        for key, value in options.items()
    }
    with pytest.raises(RuntimeError) as got:
        attend(*map(lite.same, tensors), **ours)
    assert str(got.value) == str(expected.value)
