"""Products of vectors and matrices, in batches, and Einstein's sums.

Every product is rows times columns: both are cut out of the flat lists once, and each pair goes
through ``math.sumprod``, which adds up in double precision.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from ._core import Tensor, broadcast_shapes, flat, make, stretched
from ._creation import cast
from ._dtypes import BOOL, FLOAT, dtype
from ._elementwise import add_in_place_methods, kind_name, to_out
from ._registry import FUNCTIONS, METHODS, both, function
from ._views import permute, select, transpose, unsqueeze

Row = list[Any]


def _sumprod_before_312(one: Row, other: Row) -> Any:
    return sum(map(operator.mul, one, other))


sumprod: Callable[[Row, Row], Any] = getattr(math, "sumprod", _sumprod_before_312)


def rows_of(matrix: Tensor) -> list[Row]:
    """The rows of a matrix, each a list."""
    count, size = matrix._shape
    values = flat(matrix)
    return (
        [values[start : start + size] for start in range(0, count * size, size)]
        if size
        else [[] for _ in range(count)]
    )


def rows_times_columns(rows: list[Row], columns: list[Row], kind: dtype) -> Row:
    """The product, row after row, in the numbers of a dtype."""
    products = [sumprod(row, column) for row in rows for column in columns]
    if kind.category == FLOAT and not (rows and rows[0]):
        products = [0.0] * len(products)
    return kind.fit(products)


def _require_same(name: str, one: Tensor, other: Tensor) -> dtype:
    if one.dtype is not other.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{_c_name(one)} != {_c_name(other)}"
        )
    if one.dtype.category == BOOL:
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind_name(one.dtype)}'")
    return one.dtype


def _c_name(tensor: Tensor) -> str:
    names = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long long",
             "bfloat16": "c10::BFloat16", "int32": "int", "int16": "short"}  # fmt: skip
    return names.get(tensor.dtype.name, tensor.dtype.name)


@both
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """(n, k) by (k, m)."""
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError("mat1 must be a matrix" if input.ndim != 2 else "mat2 must be a matrix")
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
    if input.ndim == 0 or other.ndim == 0:
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{input.ndim}D and {other.ndim}D"
        )
    if input.ndim == other.ndim == 1:
        return to_out(dot(input, other), out)
    if input.ndim == 2 and other.ndim == 1:
        return to_out(mv(input, other), out)
    if input.ndim == other.ndim == 2:
        return to_out(mm(input, other), out)
    left = unsqueeze(input, 0) if input.ndim == 1 else input
    right = unsqueeze(other, 1) if other.ndim == 1 else other
    if left.ndim == right.ndim == 2:
        return to_out(mm(left, right)[0], out)
    if left._shape[-1] != right._shape[-2]:
        sizes = [math.prod(left._shape[:-1]), left._shape[-1], *right._shape[-2:]]
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({sizes[0]}x{sizes[1]} and "
            f"{sizes[2]}x{sizes[3]})"
        )
    batch = broadcast_shapes(left._shape[:-2], right._shape[:-2])
    count = math.prod(batch)
    pieces = [
        FUNCTIONS["reshape"](stretched(t, (*batch, *t._shape[-2:])), count, *t._shape[-2:])
        for t in (left, right)
    ]
    shape = [*batch, left._shape[-2], right._shape[-1]]
    if other.ndim == 1:
        shape.pop()
    if input.ndim == 1:
        shape.pop(-1 if other.ndim == 1 else -2)
    return to_out(METHODS["view"](_batched(*pieces), *shape), out)


METHODS["__matmul__"] = matmul
METHODS["__rmatmul__"] = lambda self, other: matmul(other, self)


@both
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Each element of the one times each of the other."""
    if input.ndim != 1 or vec2.ndim != 1:
        which = input if input.ndim != 1 else vec2
        raise RuntimeError(f"outer: Expected 1-D argument self, but got {which.ndim}-D")
    return FUNCTIONS["mul"](unsqueeze(input, 1), vec2)


FUNCTIONS["ger"] = METHODS["ger"] = outer


@both
def inner(input: Tensor, other: Tensor) -> Tensor:
    """Sums of products over the last dimension of both."""
    if input.ndim == 0 or other.ndim == 0:
        return FUNCTIONS["mul"](input, other)
    if input._shape[-1] != other._shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input._shape)} and {list(other._shape)}"
        )
    return tensordot(input, other, ([-1], [-1]))


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


@function
def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """Sums of products over some dimensions of each."""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        pairs = [list(range(a.ndim - dims, a.ndim)), list(range(dims))]
    else:
        pairs = [[d] if isinstance(d, int) else list(d) for d in dims]
    ones, others = ([d % t.ndim for d in ds] for ds, t in zip(pairs, (a, b), strict=True))
    for one, other in zip(ones, others, strict=True):
        if a._shape[one] == 1 != b._shape[other]:
            b = cast(FUNCTIONS["sum"](b, other, True), b.dtype)
        elif b._shape[other] == 1 != a._shape[one]:
            a = cast(FUNCTIONS["sum"](a, one, True), a.dtype)
        if a._shape[one] != b._shape[other]:
            raise RuntimeError(
                "contracted dimensions need to match, but first has size "
                f"{a._shape[one]} in dim {one} and second has size {b._shape[other]} in dim {other}"
            )
    left = [d for d in range(a.ndim) if d not in ones]
    right = [d for d in range(b.ndim) if d not in others]
    size = math.prod(a._shape[d] for d in ones)
    rows = FUNCTIONS["reshape"](
        permute(a, [*left, *ones]), math.prod(a._shape[d] for d in left), size
    )
    columns = FUNCTIONS["reshape"](
        permute(b, [*others, *right]), size, math.prod(b._shape[d] for d in right)
    )
    shape = [a._shape[d] for d in left] + [b._shape[d] for d in right]
    return METHODS["view"](mm(rows, columns), *shape)


@function
def einsum(equation: str, *operands: Any) -> Tensor:
    """Products of tensors whose dimensions have letters; letters not in the result are summed."""
    given = (
        list(operands[0])
        if len(operands) == 1 and not isinstance(operands[0], Tensor)
        else list(operands)
    )
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(given):
        raise RuntimeError(
            "einsum(): fewer operands were provided than specified in the equation"
            if len(given) < len(terms)
            else "einsum(): more operands were provided than specified in the equation"
        )
    dots = max((t.ndim - len(term.replace("...", "")) for term, t in zip(terms, given, strict=True)
                if "..." in term), default=0)  # fmt: skip
    hidden = [f"<{place}>" for place in range(dots)]
    named = [_labels(term, t.ndim, hidden) for term, t in zip(terms, given, strict=True)]
    if arrow:
        result = _labels(
            right, len(right.replace("...", "")) + (dots if "..." in right else 0), hidden
        )
    else:
        letters = [label for labels in named for label in labels if label not in hidden]
        result = hidden + sorted(label for label in set(letters) if letters.count(label) == 1)
    sizes: dict[str, int] = {}
    for labels, t in zip(named, given, strict=True):
        for label, size in zip(labels, t._shape, strict=True):
            if sizes.get(label, 1) not in (1, size) and size != 1:
                raise RuntimeError(
                    f"einsum(): operands do not broadcast with remapped shapes: size {size} of "
                    f"'{label}' is not {sizes[label]}"
                )
            sizes[label] = max(size, sizes.get(label, 1)) if size and sizes.get(label, 1) else 0
    for label in result:
        if label not in sizes:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation for any input "
                "operand"
            )
    every = result + [label for label in sizes if label not in result]
    product: Tensor | None = None
    for labels, t in zip(named, given, strict=True):
        spread = _spread_out(t, labels, every)
        product = spread if product is None else FUNCTIONS["mul"](product, spread)
    assert product is not None
    product = stretched(product, [sizes[label] for label in every])
    summed = list(range(len(result), len(every)))
    if not summed:
        return product
    added: Tensor = FUNCTIONS["sum"](product, summed)
    alone = any(  # a dimension that is summed before anything is multiplied
        label not in result and sum(label in other for other in named) == 1
        for labels in named
        for label in labels
    )
    return added if alone else cast(added, given[0].dtype)


def _labels(term: str, ndim: int, hidden: Sequence[str]) -> list[str]:
    before, dots, after = term.partition("...")
    count = ndim - len(before) - len(after)
    middle = list(hidden[len(hidden) - count :]) if dots and count else []
    labels = [*before, *middle, *after]
    if len(labels) != ndim:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match "
            f"the number of dimensions ({ndim}) for operand"
        )
    return labels


def _spread_out(t: Tensor, labels: list[str], every: list[str]) -> Tensor:
    """A view with one dimension for each label; a label that stands twice gives the diagonal."""
    while len(set(labels)) < len(labels):
        label = next(x for x in labels if labels.count(x) > 1)
        one = labels.index(label)
        other = labels.index(label, one + 1)
        t = FUNCTIONS["diagonal"](t, 0, one, other)
        labels = [x for place, x in enumerate(labels) if place not in (one, other)] + [label]
    order = sorted(range(len(labels)), key=lambda place: every.index(labels[place]))
    t = permute(t, order)
    for place, label in enumerate(every):
        if label not in labels:
            t = unsqueeze(t, place)
    return t
