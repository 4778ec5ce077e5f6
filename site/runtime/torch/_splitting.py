"""Tensors taken apart: views, in equal pieces or cut at given places."""

from __future__ import annotations

import itertools
from operator import index as whole
from typing import Any

from . import _dtypes
from ._checks import kind_name
from ._core import Tensor, is_tensor, wrap_dim
from ._registry import both
from ._views import sliced


@both
def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> Any:
    """Views: so many pieces, the first ones larger by one, or cut before the given indices."""
    if input.ndim == 0:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    cuts = _cuts(indices_or_sections)
    at = wrap_dim(dim, input.ndim)
    length = input._shape[at]
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {cuts}")
        size, larger = divmod(length, cuts)
        starts = [place * size + min(place, larger) for place in range(cuts + 1)]
        bounds = list(itertools.pairwise(starts))
    else:
        edges = [
            0,
            *(max(0, min(cut % length if -length <= cut < 0 else cut, length)) for cut in cuts),
        ]
        bounds = list(zip(edges, [*edges[1:], length], strict=True))
    return tuple(sliced(input, at, start, max(start, stop), 1) for start, stop in bounds)


def _cuts(given: Any) -> int | list[int]:
    """Indices, or a number of sections, either of which may be a tensor."""
    if is_tensor(given):
        if given.ndim > 1:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or "
                f"one-dimensional tensor, but got a tensor with {given.ndim} dims"
            )
        if given.dtype is not _dtypes.int64:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
                f"{kind_name(given.dtype)}"
            )
        given = given.tolist()
    return [whole(cut) for cut in given] if isinstance(given, (list, tuple)) else whole(given)


def _offer_split(name: str, ndim: int, dim_of: int) -> None:
    """hsplit, vsplit and dsplit: along one dimension, into equal pieces or at indices."""

    def call(input: Tensor, indices_or_sections: Any) -> Any:
        if input.ndim < ndim:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {ndim} dimension, but got a tensor "
                f"with {input.ndim} dimensions!"
            )
        dim = 0 if input.ndim == 1 else dim_of
        sections, size = indices_or_sections, input._shape[dim]
        if isinstance(sections, int) and (sections == 0 or size % sections):
            raise RuntimeError(
                f"torch.{name} attempted to split along dimension {dim}, but the size of the "
                f"dimension {size} is not divisible by the split_size {sections}!"
            )
        return tensor_split(input, sections, dim)

    call.__name__ = name
    both(call)


_offer_split("hsplit", 1, 1)
_offer_split("vsplit", 2, 0)
_offer_split("dsplit", 3, 2)
