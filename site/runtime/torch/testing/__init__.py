"""torch.testing: ``assert_close``."""

from __future__ import annotations

from typing import Any

from .. import _dtypes
from .._core import Tensor, flat_as
from .._creation import tensor

TOLERANCES = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
              "float64": (1e-7, 1e-7)}  # fmt: skip


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_dtype: bool = True,
    msg: Any = None,
    **options: Any,
) -> None:
    """Raises AssertionError, saying how many elements differ, and where most."""
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            )
        for one, other in zip(actual, expected, strict=True):
            assert_close(one, other, rtol=rtol, atol=atol, equal_nan=equal_nan,
                         check_dtype=check_dtype, msg=msg)  # fmt: skip
        return
    one, other = (v if isinstance(v, Tensor) else tensor(v) for v in (actual, expected))
    if one.shape != other.shape:
        raise AssertionError(
            f"The values for attribute 'shape' do not match: {one.shape} != {other.shape}."
        )
    if check_dtype and one.dtype is not other.dtype:
        raise AssertionError(
            f"The values for attribute 'dtype' do not match: {one.dtype} != {other.dtype}."
        )
    kind = _dtypes.promote_types(one.dtype, other.dtype)
    default = TOLERANCES.get(kind.name, (0.0, 0.0))
    rtol, atol = (default[0] if rtol is None else rtol), (default[1] if atol is None else atol)
    wrong, most = 0, 0.0
    for got, goal in zip(flat_as(one, kind), flat_as(other, kind), strict=True):
        if got == goal or (equal_nan and got != got and goal != goal):
            continue
        off = abs(got - goal)
        if not off <= atol + rtol * abs(goal) or off == float("inf"):
            wrong, most = wrong + 1, max(most, off)
    if wrong:
        text = (
            f"Tensor-likes are not close!\n\nMismatched elements: {wrong} / {one.numel()} "
            f"({100 * wrong / one.numel():.1f}%)\nGreatest absolute difference: {most}"
        )
        raise AssertionError(msg if isinstance(msg, str) else text)


__all__ = ["assert_close"]
