"""Many elements to one: sums, means, extremes, norms, and softmax, over some dimensions or all."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from typing import Any

from . import _dtypes
from ._core import Tensor, flat, flat_as, is_tensor, make, wrap_dim
from ._creation import cast
from ._dtypes import BOOL, FLOAT, dtype, get_default_dtype
from ._elementwise import check_operands, kind_name, to_out
from ._lanes import return_type
from ._registry import FUNCTIONS, alias, both, function, not_offered
from ._views import permute

Many = Callable[[list[Any]], Any]


def dims_of(dim: Any, ndim: int) -> list[int]:
    """The dimensions that are meant; all for None and for an empty list.

    Raises:
        RuntimeError: if one is named twice.
    """
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return list(range(ndim))
    given = [dim] if isinstance(dim, int) else list(dim)
    found = [wrap_dim(d, ndim) for d in given]
    for d in found:
        if found.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return sorted(found) if ndim else []


def groups(input: Tensor, dims: list[int], kind: dtype) -> tuple[list[list[Any]], list[int]]:
    """The elements that come together, group by group, and the shape of the groups."""
    kept = [dim for dim in range(input.ndim) if dim not in dims]
    shape = [input._shape[dim] for dim in kept]
    values = flat_as(permute(input, [*kept, *dims]), kind)
    size = math.prod(input._shape[dim] for dim in dims)
    count = math.prod(shape)
    if not size:
        return [[] for _ in range(count)], shape
    return [values[start : start + size] for start in range(0, count * size, size)], shape


def result_shape(input: Tensor, dims: list[int], keepdim: bool) -> list[int]:
    if keepdim:
        return [1 if dim in dims else size for dim, size in enumerate(input._shape)]
    return [size for dim, size in enumerate(input._shape) if dim not in dims]


def reduced(
    many: Many, input: Tensor, dim: Any, keepdim: bool, work: dtype, result: dtype
) -> Tensor:
    """``many`` on each group of elements as ``work``; what comes is fitted to ``result``."""
    dims = dims_of(dim, input.ndim)
    rows, _ = groups(input, dims, work)
    return make(result.fit([many(row) for row in rows]), result_shape(input, dims, keepdim), result)


@both
def sum_(
    input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Whole numbers and truth values add up as int64."""
    kind = dtype or (input.dtype if input.dtype.category == FLOAT else _dtypes.int64)
    add: Many = _float_sum if kind.category == FLOAT else sum
    return to_out(reduced(add, cast(input, kind), dim, keepdim, kind, kind), out)


def _float_sum(row: list[float]) -> float:
    try:
        return math.fsum(row)
    except (OverflowError, ValueError):  # infinities of both signs, or a sum beyond them
        return sum(row)


@both
def nansum(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    kind = dtype or (input.dtype if input.dtype.category == FLOAT else _dtypes.int64)
    if kind.category != FLOAT:
        return sum_(input, dim, keepdim, dtype=dtype)
    return reduced(
        lambda row: _float_sum([v for v in row if v == v]),
        cast(input, kind),
        dim,
        keepdim,
        kind,
        kind,
    )


def _require_float(name: str, kind: dtype) -> None:
    if kind.category != FLOAT:
        raise RuntimeError(
            f"{name}(): could not infer output dtype. Input dtype must be either a floating point "
            f"or complex dtype. Got: {kind_name(kind)}"
        )


def _mean(row: list[float]) -> float:
    return _float_sum(row) / len(row) if row else math.nan


@both
def mean(
    input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    kind = dtype or input.dtype
    _require_float("mean", kind)
    return to_out(reduced(_mean, cast(input, kind), dim, keepdim, kind, kind), out)


@both
def nanmean(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    kind = dtype or input.dtype
    _require_float("nanmean", kind)
    return reduced(
        lambda row: _mean([v for v in row if v == v]), cast(input, kind), dim, keepdim, kind, kind
    )


@both
def prod(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    kind = dtype or (input.dtype if input.dtype.category == FLOAT else _dtypes.int64)
    one: Any = 1.0 if kind.category == FLOAT else 1
    return reduced(
        lambda row: math.prod(row, start=one), cast(input, kind), dim, keepdim, kind, kind
    )


def _variance(row: list[float], correction: float) -> float:
    if not row:
        return math.nan
    middle = _mean(row)
    squares = _float_sum([(value - middle) ** 2 for value in row])
    left = max(len(row) - correction, 0.0)
    return squares / left if left else math.nan if squares == 0 or squares != squares else math.inf


def _spread(name: str, finish: Callable[[float], float]) -> Any:
    def call(
        input: Tensor, dim: Any = None, unbiased: Any = None, keepdim: bool = False, *,
        correction: Any = None,
    ) -> Tensor:  # fmt: skip
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if input.dtype.category != FLOAT:
            raise RuntimeError(f"{name} only support floating point and complex dtypes")
        off = 1 if correction is None else correction
        off = off if unbiased is None else int(unbiased)
        kind = input.dtype
        return reduced(lambda row: finish(_variance(row, off)), input, dim, keepdim, kind, kind)

    call.__name__ = name
    return both(call)


var = _spread("var", lambda value: value)
std = _spread("std", lambda value: math.sqrt(value) if value >= 0 else value)


@function
def var_mean(input: Tensor, dim: Any = None, *arguments: Any, **options: Any) -> Any:
    keepdim = options.get("keepdim", False)
    middle = mean(input, None if isinstance(dim, bool) else dim, keepdim)
    return var(input, dim, *arguments, **options), middle


@function
def std_mean(input: Tensor, dim: Any = None, *arguments: Any, **options: Any) -> Any:
    keepdim = options.get("keepdim", False)
    middle = mean(input, None if isinstance(dim, bool) else dim, keepdim)
    return std(input, dim, *arguments, **options), middle


def _question(name: str, many: Many) -> None:
    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, out: Tensor | None = None
    ) -> Tensor:
        kind = _dtypes.uint8 if input.dtype is _dtypes.uint8 else _dtypes.bool_
        return to_out(reduced(many, input, dim, keepdim, _dtypes.bool_, kind), out)

    call.__name__ = name
    both(call)


_question("all", lambda row: int(all(row)))
_question("any", lambda row: int(any(row)))
FUNCTIONS["all"].__doc__ = "Whether all are true; also of none."


def _best(row: list[Any], larger: bool) -> int:
    """The first place of the largest or smallest; of NaN, where there is one."""
    best = 0
    for place in range(1, len(row)):
        value, so_far = row[place], row[best]
        if so_far != so_far:
            break
        if value != value or (value > so_far if larger else value < so_far):
            best = place
    return best


def _require_elements(name: str, input: Tensor, dims: list[int]) -> None:
    size = math.prod(input._shape[d] for d in dims)
    if size == 0 and input.numel() == 0:
        if len(dims) == input.ndim and len(dims) != 1:
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify "
                "the reduction dim with the 'dim' argument."
            )
        raise IndexError(f"{name}(): Expected reduction dim {dims[0]} to have non-zero size.")


def _extreme(name: str, larger: bool) -> None:
    def call(
        input: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None,
        out: Any = None,
    ) -> Any:  # fmt: skip
        if is_tensor(dim) or other is not None:
            check_operands(input)
            return FUNCTIONS["maximum" if larger else "minimum"](
                input, dim if other is None else other
            )
        dims = dims_of(dim, input.ndim)
        if dim is None:
            if input.numel() == 0:
                raise RuntimeError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
                    "Specify the reduction dim with the 'dim' argument."
                )
            values = flat(input)
            return to_out(make([values[_best(values, larger)]], (), input.dtype), out)
        _require_elements(name, input, dims)
        rows, _ = groups(input, dims, input.dtype)
        places = [_best(row, larger) for row in rows]
        shape = result_shape(input, dims, keepdim)
        best = [row[place] for row, place in zip(rows, places, strict=True)]
        return return_type(name)(make(best, shape, input.dtype), make(places, shape, _dtypes.int64))

    call.__name__ = name
    both(call)

    def arg(input: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
        if input.dtype.category == BOOL:
            raise NotImplementedError(f"\"arg{name[:3]}_cpu\" not implemented for 'Bool'")
        dims = dims_of(dim, input.ndim)
        if dim is None and input.numel() == 0:
            raise IndexError(
                f"arg{name[:3]}(): Expected reduction dim to be specified for input.numel() == 0. "
                "Specify the reduction dim with the 'dim' argument."
            )
        _require_elements(f"arg{name[:3]}", input, dims)
        rows, _ = groups(input, dims, input.dtype)
        places = [_best(row, larger) for row in rows]
        return make(places, result_shape(input, dims, keepdim), _dtypes.int64)

    arg.__name__ = f"arg{name[:3]}"
    both(arg)

    def every(input: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
        dims = dims_of(dim, input.ndim)
        _require_elements(f"a{name[:3]}", input, dims)
        rows, _ = groups(input, dims, input.dtype)
        best = [row[_best(row, larger)] for row in rows]
        return make(best, result_shape(input, dims, keepdim), input.dtype)

    every.__name__ = f"a{name[:3]}"
    both(every)


_extreme("max", True)
_extreme("min", False)


@both
def aminmax(input: Tensor, *, dim: int | None = None, keepdim: bool = False) -> Any:
    every = () if dim is None else dim
    found = namedtuple("found", "min max")
    return found(FUNCTIONS["amin"](input, every, keepdim), FUNCTIONS["amax"](input, every, keepdim))


@both
def logsumexp(input: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
    kind = input.dtype if input.dtype.category == FLOAT else get_default_dtype()

    def many(row: list[float]) -> float:
        if not row:
            return -math.inf
        high = row[_best(row, True)]
        if math.isinf(high) or high != high:
            return high
        return high + math.log(_float_sum([math.exp(value - high) for value in row]))

    return reduced(many, input, dim, keepdim, kind, kind)


def _along(input: Tensor, dim: int, many: Callable[[list[Any]], list[Any]], kind: dtype) -> Tensor:
    """Each row along a dimension becomes another row of the same length."""
    at = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return make(kind.fit(many(flat_as(input, kind))), (), kind)
    order = [d for d in range(input.ndim) if d != at] + [at]
    moved = permute(input, order)
    rows, _ = groups(input, [at], kind)
    values = kind.fit([value for row in rows for value in many(row)])
    made = make(values, moved._shape, kind)
    back = sorted(range(input.ndim), key=lambda d: order[d])
    laid = permute(made, back)
    return laid if laid.is_contiguous() else make(flat(laid), laid._shape, kind)


def _softmax_row(row: list[float]) -> list[float]:
    if not row:
        return []
    high = row[_best(row, True)]
    if high == -math.inf or high != high:
        return [math.nan] * len(row)
    grown = [math.exp(value - high) if high != math.inf else math.nan for value in row]
    total = _float_sum(grown)
    return [value / total for value in grown]


def _log_softmax_row(row: list[float]) -> list[float]:
    if not row:
        return []
    high = row[_best(row, True)]
    if math.isinf(high) or high != high:
        return [math.nan] * len(row)
    total = math.log(_float_sum([math.exp(value - high) for value in row]))
    return [value - high - total for value in row]


@both
def softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """exp, over its sum along a dimension; the largest is taken off first."""
    kind = dtype or input.dtype
    if kind.category != FLOAT:
        raise NotImplementedError(
            f'"softmax_lastdim_kernel_impl" not implemented for {_quoted(kind)}'
        )
    return _along(input, dim, _softmax_row, kind)


@both
def log_softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    kind = dtype or input.dtype
    if kind.category != FLOAT:
        raise NotImplementedError(
            f'"log_softmax_lastdim_kernel_impl" not implemented for {_quoted(kind)}'
        )
    return _along(input, dim, _log_softmax_row, kind)


def _quoted(kind: dtype) -> str:
    return f"'{kind_name(kind)}'"


alias("special_softmax", softmax, on_tensor=False)
alias("special_log_softmax", log_softmax, on_tensor=False)
alias("special_logsumexp", logsumexp, on_tensor=False)


def norm_of(row: list[float], order: float) -> float:
    """The p-norm of a row."""
    sizes = [abs(value) for value in row]
    if order == 2:
        return math.sqrt(_float_sum([size * size for size in sizes]))
    if order == math.inf:
        return sizes[_best(sizes, True)] if sizes else 0.0
    if order == -math.inf:
        return sizes[_best(sizes, False)] if sizes else 0.0
    if order == 0:
        return float(sum(1 for size in sizes if size != 0))
    if order == 1:
        return _float_sum(sizes)
    total = _float_sum([size**order if size or order > 0 else math.inf for size in sizes])
    return float(total ** (1 / order)) if total or order > 0 else math.inf


@both
def norm(
    input: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None
) -> Tensor:
    kind = dtype or input.dtype
    if kind.category != FLOAT:
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{kind_name(kind)}"
        )
    if p == "nuc":
        raise not_offered("norm(p='nuc')")
    order = 2.0 if p in ("fro", None) else float(p)
    return reduced(lambda row: norm_of(row, order), cast(input, kind), dim, keepdim, kind, kind)


@both
def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    return norm(FUNCTIONS["sub"](input, other), p)
