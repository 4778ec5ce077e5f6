"""Attention: the scores, the shares and the sums of one query after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import _dtypes
from .._core import Tensor, broadcast_shapes, flat, make, places, stretched, view
from .._dtypes import FLOAT
from .._elementwise import kind_name
from .._layout import preserve_strides
from .._products import Row, products
from .._registry import not_offered

Matrix = list[Row]
_C_NAMES = {
    "float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "int64": "long int", "int32": "int", "int16": "short int", "int8": "signed char",
    "uint8": "unsigned char", "bool": "bool",
}  # fmt: skip


def scaled_dot_product_attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None,
    dropout_p: float = 0.0, is_causal: bool = False, scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:  # fmt: skip
    """softmax(query @ key.T * scale + mask) @ value, heads in the last but two dimension.

    Everything is added up in double precision and rounded once. A query that may look at no key
    gets zeros, as in torch.
    """
    if dropout_p:
        raise not_offered("scaled_dot_product_attention(dropout_p=…)")
    _check(query, key, value, attn_mask, is_causal)
    given = query
    if enable_gqa and query.ndim > 2:
        query, key, value = _grouped(query, key, value)
    batch = broadcast_shapes(*(t._shape[:-2] for t in (query, key, value)))
    rows, size = query._shape[-2:]
    columns, width = value._shape[-2:]
    _check_products(math.prod(batch), key._shape[-2:], (columns, size))
    shape = batch if query is given else (*batch[:-2], given._shape[-3])
    masks = None
    if attn_mask is not None:
        masks = _masks(attn_mask, (*shape, rows, columns))
    factor = scale if scale is not None else 1 / math.sqrt(size) if size else math.inf
    made: Row = []
    for number, (queries, keys, values) in enumerate(
        zip(
            _matrices(query, batch),
            _matrices(key, batch),
            _matrices(value, batch, turned=True),
            strict=True,
        )
    ):
        is_finite = not is_causal or all(all(map(math.isfinite, row)) for row in values)
        for place, row in enumerate(queries):
            seen = min(place + 1, columns) if is_causal else columns
            scores = products([element * factor for element in row], keys[:seen])
            if masks is not None:
                mask = masks[number * rows + place][:seen]
                scores = [score + term for score, term in zip(scores, mask, strict=True)]
            made += _mixed(scores, values, is_finite)
    result = make(given.dtype.fit(made), (*shape, rows, width), given.dtype)
    is_fused = given.ndim == key.ndim == value.ndim == 4 or query is not given
    return preserve_strides(result, given) if is_fused and width == size else result


def _mixed(scores: Row, values: Matrix, is_finite: bool) -> Row:
    """The values, each in its share: their columns times exp(score) over the sum of these."""
    top = max(scores, default=-math.inf)
    if top == -math.inf:
        return [0.0] * len(values)
    shares = [math.exp(score - top) for score in scores]
    total = sum(shares)
    if values and len(values[0]) > len(shares):
        if is_finite:
            values = [column[: len(shares)] for column in values]
        else:  # what is masked counts zero times, and zero times NaN is NaN
            shares += [0.0] * (len(values[0]) - len(shares))
    return [product / total for product in products(shares, values)]


def _matrices(tensor: Tensor, batch: Sequence[int], turned: bool = False) -> list[Matrix]:
    """The last two dimensions at each place in the others, as rows, or turned as columns."""
    spread = stretched(tensor, (*batch, *tensor._shape[-2:]))
    starts = places(view(spread, batch, spread._strides[:-2], spread._offset))
    dims = [*zip(tensor._shape[-2:], tensor._strides[-2:], strict=True)]
    (count, down), (size, across) = reversed(dims) if turned else dims
    data = tensor._storage.data
    known: dict[int, Matrix] = {}  # query heads that share keys find them here
    for start in starts:
        if start not in known:
            firsts = [start + place * down for place in range(count)]
            known[start] = (
                [data[first : first + size * across : across] for first in firsts]
                if across
                else [data[first : first + 1] * size for first in firsts]
            )
    return [known[start] for start in starts]


def _masks(mask: Tensor, shape: Sequence[int]) -> Matrix:
    """What is added to the scores of each query: -inf where a mask of truth says no."""
    if broadcast_shapes(shape, mask._shape) != tuple(shape):
        raise RuntimeError(f"a mask of shape {list(mask._shape)} does not fit {list(shape)}")
    numbers = flat(stretched(mask, shape))
    if mask.dtype is _dtypes.bool_:
        numbers = [0.0 if number else -math.inf for number in numbers]
    step = max(shape[-1], 1)
    return [numbers[start : start + step] for start in range(0, len(numbers), step)]


def _grouped(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Heads as groups, each of which shares the keys and values of one: (…, groups, heads, …)."""
    heads, groups = query._shape[-3], key._shape[-3] if key.ndim > 2 else 1
    if key.ndim < 3 or value.ndim < 3 or not groups or heads % groups or value._shape[-3] != groups:
        raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    each = heads // groups
    shape, strides = query._shape, query._strides
    made = [
        view(
            query,
            (*shape[:-3], groups, each, *shape[-2:]),
            (*strides[:-3], strides[-3] * each, *strides[-3:]),
            query._offset,
        )
    ]
    for t in (key, value):
        shape, strides = (
            (*t._shape[:-2], 1, *t._shape[-2:]),
            (*t._strides[:-2], 0, *t._strides[-2:]),
        )
        made.append(view(t, shape, strides, t._offset))
    return made[0], made[1], made[2]


def _check(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, is_causal: bool) -> None:
    """Raises RuntimeError for kinds and numbers of dimensions that torch refuses."""
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if not query.dtype is key.dtype is value.dtype:
        names = [_C_NAMES[t.dtype.name] for t in (query, key, value)]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{names[0]} key.dtype: {names[1]} and value.dtype: {names[2]} instead."
        )
    if query.dtype.category != FLOAT:
        raise RuntimeError(f"expected scalar type Float but found {kind_name(query.dtype)}")
    if mask is None:
        return
    if is_causal and query.ndim != 4:  # heads in batches go another way, which takes both
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
    if mask.dtype not in (_dtypes.bool_, _dtypes.float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {_C_NAMES[mask.dtype.name]} and  query.dtype: "
            f"{_C_NAMES[query.dtype.name]} instead."
        )


def _check_products(count: int, found: Sequence[int], wanted: Sequence[int]) -> None:
    """Raises RuntimeError unless the keys are as many as the values and as long as the queries."""
    if tuple(found) != tuple(wanted):
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"{[count, wanted[1]]} but got: {[count, found[1]]}."
        )
