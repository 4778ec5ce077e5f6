"""Norms: the size of a vector, and the distance between two."""

from __future__ import annotations

import math
from typing import Any

from ._core import Tensor, broadcast_shapes, make, stretched
from ._creation import cast
from ._dtypes import FLOAT, dtype, kind_name, promote_types
from ._elementwise import to_out
from ._extremes import best_place
from ._reductions import float_sum, groups, reduced
from ._registry import FUNCTIONS, both, function, not_offered


def norm_of(row: list[float], order: float) -> float:
    """The p-norm of a row."""
    sizes = [abs(value) for value in row]
    if order == 2:
        return math.sqrt(float_sum([size * size for size in sizes]))
    if order == math.inf:
        return sizes[best_place(sizes, True)] if sizes else 0.0
    if order == -math.inf:
        return sizes[best_place(sizes, False)] if sizes else 0.0
    if order == 0:
        return float(sum(1 for size in sizes if size != 0))
    if order == 1:
        return float_sum(sizes)
    total = float_sum([size**order if size or order > 0 else math.inf for size in sizes])
    return float(total ** (1 / order)) if total or order > 0 else math.inf


@both
def norm(
    input: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None,
    *, out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """The p-norm over some dimensions or all; "fro" is that of 2."""
    kind = dtype or input.dtype
    if kind.category != FLOAT:
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{kind_name(kind)}"
        )
    if p == "nuc":
        raise not_offered("a norm of singular values")
    order = 2.0 if p in ("fro", None) else float(p)
    made = reduced(lambda row: norm_of(row, order), cast(input, kind), dim, keepdim, kind, kind)
    return to_out(made, out)


@function
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: Any = None) -> Tensor:
    """The distance of every row of one matrix from every row of another; in batches."""
    given = (("X1", x1), ("X2", x2))
    for name, of in given:
        if of.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {of.ndim}D")
    for name, of in given:
        if of.dtype.category != FLOAT:
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {kind_name(of.dtype)}"
            )
    width = x1._shape[-1]
    if width != x2._shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {width} X2: {x2._shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    batch = broadcast_shapes(x1._shape[:-2], x2._shape[:-2])
    kind, (ones, others) = promote_types(x1.dtype, x2.dtype), (x1._shape[-2], x2._shape[-2])
    pairs = zip(_matrices(x1, batch, kind), _matrices(x2, batch, kind), strict=True)
    values = [
        norm_of(kind.fit([a - b for a, b in zip(row, other, strict=True)]), p)
        for matrix, other_matrix in pairs
        for row in matrix
        for other in other_matrix
    ]
    return make(kind.fit(values), (*batch, ones, others), kind)


def _matrices(tensor: Tensor, batch: tuple[int, ...], kind: dtype) -> list[list[list[float]]]:
    """Its matrices as lists of rows, in a batch that it broadcasts to."""
    count, width = tensor._shape[-2:]
    rows, _ = groups(stretched(tensor, (*batch, count, width)), [len(batch) + 1], kind)
    starts = [place * count for place in range(math.prod(batch))]
    return [rows[start : start + count] for start in starts]


@both
def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    """The norm of the difference."""
    return norm(FUNCTIONS["sub"](input, other), p)
