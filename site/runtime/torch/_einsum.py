"""Sums of products over chosen dimensions: tensordot, inner, and Einstein's notation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ._core import Tensor, stretched
from ._creation import cast
from ._products import mm
from ._registry import FUNCTIONS, METHODS, both, function
from ._views import permute, unsqueeze


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
    rows = METHODS["reshape"](
        permute(a, [*left, *ones]), math.prod(a._shape[d] for d in left), size
    )
    columns = METHODS["reshape"](
        permute(b, [*others, *right]), size, math.prod(b._shape[d] for d in right)
    )
    shape = [a._shape[d] for d in left] + [b._shape[d] for d in right]
    return METHODS["view"](mm(rows, columns), *shape)


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
    pairs = enumerate(zip(terms, given, strict=True))
    named = [_labels(term, t.ndim, hidden, place) for place, (term, t) in pairs]
    if arrow:
        result = _labels(
            right, len(right.replace("...", "")) + (dots if "..." in right else 0), hidden, 0
        )
    else:
        letters = [label for labels in named for label in labels if label not in hidden]
        result = hidden + sorted(label for label in set(letters) if letters.count(label) == 1)
    sizes: dict[str, int] = {}
    for place, (labels, t) in enumerate(zip(named, given, strict=True)):
        for label, size in zip(labels, t._shape, strict=True):
            if sizes.get(label, 1) not in (1, size) and size != 1:
                raise RuntimeError(
                    f"einsum(): subscript {label} has size {size} for operand {place} which does "
                    f"not broadcast with previously seen size {sizes[label]}"
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


def _labels(term: str, ndim: int, hidden: Sequence[str], operand: int) -> list[str]:
    before, dots, after = term.partition("...")
    count = ndim - len(before) - len(after)
    middle = list(hidden[len(hidden) - count :]) if dots and count else []
    labels = [*before, *middle, *after]
    if len(labels) != ndim:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match "
            f"the number of dimensions ({ndim}) for operand {operand}"
            f"{'' if dots else ' and no ellipsis was given'}"
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
