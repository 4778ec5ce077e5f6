"""Products of vectors and matrices, also in batches.

Every product is rows times columns: both are cut out of the flat lists once, and each pair goes
through ``math.sumprod``, which adds up in double precision. Before Python 3.12 there is none.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

from ._core import Tensor, broadcast_shapes, flat, is_tensor, make, stretched
from ._creation import cast
from ._dtypes import BOOL, FLOAT, dtype
from ._elementwise import add_in_place_methods, kind_name, to_out
from ._given import c_name
from ._registry import FUNCTIONS, METHODS, both
from ._views import select, transpose, unsqueeze

Row = list[Any]


_sumprod: Callable[[Row, Row], Any] | None = getattr(math, "sumprod", None)


def products(row: Row, columns: list[Row]) -> Row:
    """A row times each of several columns, not yet rounded to a dtype."""
    if _sumprod is None:
        return [sum(map(operator.mul, row, column)) for column in columns]
    return list(map(_sumprod, repeat(row), columns))


def rows_of(matrix: Tensor) -> list[Row]:
    """The rows of a matrix, each a list."""
    return rows_at(matrix, range(matrix._shape[0]))


def rows_at(matrix: Tensor, places: Iterable[int]) -> list[Row]:
    """Some rows of a matrix."""
    size, (down, across) = matrix._shape[1], matrix._strides
    data, offset = matrix._storage.data, matrix._offset
    starts = [offset + place * down for place in places]
    if across == 0:
        return [data[start : start + 1] * size for start in starts]
    return [data[start : start + size * across : across] for start in starts]


def rows_times_columns(rows: list[Row], columns: list[Row], kind: dtype) -> Row:
    """The product, row after row, in the numbers of a dtype."""
    values: Row = []
    if len(rows) <= len(columns):
        for row in rows:
            values += products(row, columns)
    else:
        values = [0] * (len(rows) * len(columns))
        for place, column in enumerate(columns):
            if place == 0 or column != columns[place - 1]:  # an expanded one comes again and again
                column_values = products(column, rows)
            values[place :: len(columns)] = column_values
    if kind.category == FLOAT and not (rows and rows[0]):
        values = [0.0] * len(values)
    return kind.fit(values)


def _require_same(name: str, one: Tensor, other: Tensor) -> dtype:
    if one.dtype is not other.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{c_name(one.dtype)} != {c_name(other.dtype)}"
        )
    if one.dtype.category == BOOL:
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind_name(one.dtype)}'")
    return one.dtype


@both
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """(n, k) by (k, m)."""
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError("self must be a matrix" if input.ndim != 2 else "mat2 must be a matrix")
    if input._shape[1] != mat2._shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({input._shape[0]}x{input._shape[1]} and "
            f"{mat2._shape[0]}x{mat2._shape[1]})"
        )
    kind = _require_same("addmm_impl_cpu_", input, mat2)
    values = rows_times_columns(rows_of(input), rows_of(transpose(mat2, 0, 1)), kind)
    return to_out(make(values, (input._shape[0], mat2._shape[1]), kind), out)


@both
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """(n, k) by (k,)."""
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.ndim}, {vec.ndim}")
    if input._shape[1] != vec._shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({input._shape[0]}), mat ({input._shape[0]}x"
            f"{input._shape[1]}), vec ({vec._shape[0]})"
        )
    if input.dtype is not vec.dtype:
        names = [kind_name(of.dtype) for of in (vec, input, vec)]
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got "
            f"{names[0]}, {names[1]}, and {names[2]}"
        )
    kind = _require_same("addmv_impl_cpu", input, vec)
    return make(rows_times_columns(rows_of(input), [flat(vec)], kind), (input._shape[0],), kind)


@both
def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """(k,) by (k,)."""
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.dtype is not tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{kind_name(input.dtype)} and {kind_name(tensor.dtype)}"
        )
    if input._shape != tensor._shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{input.numel()}] and src "
            f"[{tensor.numel()}] to have the same number of elements, but got {input.numel()} and "
            f"{tensor.numel()} elements respectively"
        )
    kind = _require_same("dot", input, tensor)
    return make(rows_times_columns([flat(input)], [flat(tensor)], kind), (), kind)


FUNCTIONS["vdot"] = METHODS["vdot"] = dot
FUNCTIONS["inner_1d"] = dot
del FUNCTIONS["inner_1d"]


@both
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """(b, n, k) by (b, k, m)."""
    for name, given in (("batch1", input), ("batch2", mat2)):
        if given.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if input._shape[0] != mat2._shape[0] or input._shape[2] != mat2._shape[1]:
        wanted = [input._shape[0], input._shape[2]]
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"{wanted} but got: {list(mat2._shape[:2])}."
        )
    return to_out(_batched(input, mat2), out)


def _batched(one: Tensor, other: Tensor) -> Tensor:
    if one.dtype is not other.dtype:
        raise RuntimeError(
            f"expected scalar type {kind_name(one.dtype)} but found {kind_name(other.dtype)}"
        )
    kind = _require_same("baddbmm_with_gemm", one, other)
    turned = transpose(other, 1, 2)
    values: Row = []
    for place in range(one._shape[0]):
        values += rows_times_columns(
            rows_of(select(one, 0, place)), rows_of(select(turned, 0, place)), kind
        )
    return make(values, (one._shape[0], one._shape[1], other._shape[2]), kind)


@both
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Vectors, matrices and batches of them, by their number of dimensions."""
    if input.ndim == other.ndim == 2:
        return to_out(mm(input, other), out)
    if input.ndim == 0 or other.ndim == 0:
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{input.ndim}D and {other.ndim}D"
        )
    if input.ndim == other.ndim == 1:
        return to_out(dot(input, other), out)
    if input.ndim == 2 and other.ndim == 1:
        return to_out(mv(input, other), out)
    left = unsqueeze(input, 0) if input.ndim == 1 else input
    right = unsqueeze(other, 1) if other.ndim == 1 else other
    if left.ndim == right.ndim == 2:
        return to_out(mm(left, right)[0], out)
    size, fitting = left._shape[-1], right._shape[-2]
    if size != fitting and other.ndim < 3:  # torch makes a single matrix of the input
        rows = math.prod(left._shape[:-1])
        raise RuntimeError(
            f"size mismatch, got input ({rows}), mat ({rows}x{size}), vec ({fitting})"
            if other.ndim == 1
            else f"mat1 and mat2 shapes cannot be multiplied ({rows}x{size} and "
            f"{fitting}x{other._shape[1]})"
        )
    if other.ndim == 2:
        _require_same("addmm_impl_cpu_", input, other)
    batch = broadcast_shapes(left._shape[:-2], right._shape[:-2])
    count = math.prod(batch)
    if size != fitting:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{count}, {size}] but got: [{count}, {fitting}]."
        )
    pieces = [
        METHODS["reshape"](stretched(t, (*batch, *t._shape[-2:])), count, *t._shape[-2:])
        for t in (left, right)
    ]
    shape = [*batch, left._shape[-2], right._shape[-1]]
    if other.ndim == 1:
        shape.pop()
    if input.ndim == 1:
        shape.pop(-1 if other.ndim == 1 else -2)
    return to_out(METHODS["view"](_batched(*pieces), *shape), out)


METHODS["__matmul__"] = lambda self, other: (
    matmul(self, other) if is_tensor(other) else NotImplemented
)


@both
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Each element of the one times each of the other."""
    if input.ndim != 1 or vec2.ndim != 1:
        name, which = ("self", input) if input.ndim != 1 else ("vec2", vec2)
        raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {which.ndim}-D")
    return FUNCTIONS["mul"](unsqueeze(input, 1), vec2)


FUNCTIONS["ger"] = METHODS["ger"] = outer


def _scaled(name: str, product: Callable[[Tensor, Tensor], Tensor]) -> None:
    """``beta * input + alpha * product``; with beta 0 the input is not even looked at."""

    def call(
        input: Tensor, one: Tensor, other: Tensor, *, beta: Any = 1, alpha: Any = 1,
        out: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        made = product(one, other)
        if made.dtype.category != FLOAT:
            alpha, beta = int(alpha), int(beta)
        if input.dtype is not made.dtype:
            raise RuntimeError(
                f"self and mat2 must have the same dtype, but got {kind_name(input.dtype)} and "
                f"{kind_name(made.dtype)}"
            )
        base = stretched(input, broadcast_shapes(input._shape, made._shape))
        if base._shape != made._shape:
            raise RuntimeError(
                f"The expanded size of the tensor ({made._shape[-1]}) must match the existing size "
                f"({input._shape[-1]}) at non-singleton dimension {input.ndim - 1}.  Target sizes: "
                f"{list(made._shape)}.  Tensor sizes: {list(input._shape)}"
            )
        values = [alpha * value for value in flat(made)] if alpha != 1 else flat(made)
        if beta:
            values = [b * beta + v for b, v in zip(flat(base), values, strict=True)]
        return to_out(make(made.dtype.fit(values), made._shape, made.dtype), out)

    call.__name__ = name
    both(call)
    if name != "addbmm":  # whose form in place gives the tensor another shape
        add_in_place_methods(name)


def _summed_batches(one: Tensor, other: Tensor) -> Tensor:
    return cast(FUNCTIONS["sum"](bmm(one, other), 0), one.dtype)


_scaled("addmm", mm)
_scaled("addmv", mv)
_scaled("addr", outer)
_scaled("baddbmm", bmm)
_scaled("addbmm", _summed_batches)
