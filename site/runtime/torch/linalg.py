"""torch.linalg: norms and products; what takes solving or factoring is not here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any

from ._core import Tensor, make
from ._creation import cast
from ._dtypes import FLOAT, kind_name
from ._elementwise import to_out
from ._extremes import best_place
from ._norms import norm_of
from ._reductions import dims_of, float_sum, groups, reduced, result_shape
from ._registry import FUNCTIONS, not_offered


class LinAlgError(RuntimeError):
    """What torch.linalg raises for matrices that it cannot work with."""


def _float_kind(name: str, input: Tensor, dtype: Any) -> Any:
    if input.dtype.category != FLOAT:
        raise RuntimeError(
            f"linalg.{name}: Expected a floating point or complex tensor as input. Got "
            f"{kind_name(input.dtype)}"
        )
    return dtype or input.dtype


def vector_norm(
    x: Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """The norm of all elements as one vector, or of those along some dimensions."""
    kind, order = _float_kind("vector_norm", x, dtype), float(ord)
    made = reduced(lambda row: norm_of(row, order), cast(x, kind), dim, keepdim, kind, kind)
    return to_out(made, out)


def matrix_norm(
    A: Tensor, ord: Any = "fro", dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """``"fro"``: of all elements; 1 and inf: the largest sum of a column or a row, -1 and -inf the
    smallest. Orders of 2 and "nuc" are not here."""
    kind = _float_kind("matrix_norm", A, dtype)
    if A.ndim < 2:
        raise RuntimeError(
            f"linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
            f" Got a tensor with {A.ndim} dimensions"
        )
    if ord == "fro":
        return vector_norm(A, 2, tuple(dim), keepdim, dtype=kind, out=out)
    if ord in ("nuc", 2, -2):
        raise not_offered("a norm of singular values")
    if ord not in (1, -1, math.inf, -math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    rows, columns = (dims_of(d, A.ndim)[0] for d in dim)
    summed = rows if abs(ord) == 1 else columns
    sums = vector_norm(A, 1, summed, True, dtype=kind)
    kept = [rows, columns]
    found = [row[best_place(row, ord > 0)] if row else 0.0 for row in groups(sums, kept, kind)[0]]
    return to_out(make(found, result_shape(A, kept, keepdim), kind), out)


def norm(
    A: Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Of a vector or a matrix, by the number of dimensions; without an order, of all elements."""
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype, out=out)
    dims = dim if dim is not None else tuple(range(A.ndim))
    is_matrix = isinstance(dims, (tuple, list)) and len(dims) == 2
    if isinstance(ord, str) or is_matrix:
        pair = dims if is_matrix else (-2, -1)
        return matrix_norm(A, ord, pair, keepdim, dtype=dtype, out=out)
    if dim is None and A.ndim > 2:
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{A.ndim}D."
        )
    return vector_norm(A, ord, dim, keepdim, dtype=dtype, out=out)


def vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor:
    """Sums of products along a dimension."""
    products: Tensor = FUNCTIONS["mul"](x, y)
    kind = products.dtype
    add = float_sum if kind.category == FLOAT else sum
    return to_out(reduced(add, products, dim, False, kind, kind), out)


def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """As ``torch.matmul``."""
    made: Tensor = FUNCTIONS["matmul"](input, other, out=out)
    return made


def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The product of several matrices; the first and the last may be vectors."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    return to_out(reduce(matmul, tensors), out)


def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """As ``torch.diagonal``, of the last two dimensions."""
    made: Tensor = FUNCTIONS["diagonal"](A, offset, dim1, dim2)
    return made


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.linalg.{name}")
