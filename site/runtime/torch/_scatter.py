"""gather and scatter: elements from, or to, where an index for each of them says."""

from __future__ import annotations

from typing import Any

from ._brackets import resolve
from ._checks import (
    exact_out,
    is_index,
    kind_name,
    not_implemented,
    require_separate,
    require_writable,
    scalar,
)
from ._core import Tensor, flat, is_tensor, make, view, wrap_dim
from ._dtypes import BOOL, dtype
from ._indexing import gathered, values_for
from ._places import COMBINE, Pair, offer_copying, put, targets
from ._registry import both, method


def _require_fit(
    name: str, self: Tensor, dim: int, index: Tensor, src: Any = None, is_gather: bool = False
) -> None:
    """The index may be smaller than the tensor, and than the source, but not larger."""
    if index.numel() == 0:
        return
    if not is_index(index):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    for other, what in ((self, "input" if is_gather else "self"), (src, "src")):
        if is_tensor(other) and max(other.ndim, 1) != max(index.ndim, 1):
            raise RuntimeError(
                f"Index tensor must have the same number of dimensions as {what} tensor"
            )
    own, wanted = self._shape or (1,), index._shape or (1,)
    large = any(wanted[d] > own[d] for d in range(len(own)) if d != dim)
    if is_gather and large:
        first = next(d for d in range(len(own)) if d != dim and wanted[d] > own[d])
        raise RuntimeError(
            f"Size does not match at dimension {first} expected index {list(wanted)} to be no "
            f"larger than self {list(own)} apart from dimension {dim}"
        )
    given = (src._shape or (1,)) if is_tensor(src) else wanted
    if large or any(size > most for size, most in zip(wanted, given, strict=True)):
        raise RuntimeError(
            f"Expected index {list(wanted)} to be no larger than self {list(own)} apart from "
            f"dimension {dim} and to be no larger size than src {list(given)}"
        )


@both
def gather(
    input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False, out: Tensor | None = None
) -> Tensor:
    """For each index the element there, in the shape of the index."""
    at = wrap_dim(dim, input.ndim)
    _require_fit("gather", input, at, index, is_gather=True)
    data = input._storage.data
    found = [data[place] for place in targets(input, at, index)] if index.numel() else []
    return exact_out(make(found, index._shape, input.dtype), out, input, index)


def _source(src: Any, index: Tensor, kind: dtype) -> list[Any]:
    """As much of a tensor as the index covers, or one number for all."""
    if not is_tensor(src):
        return [scalar(src, kind)] * index.numel()
    strides = (src._strides or (1,))[: index.ndim]
    return flat(view(src, index._shape, strides, src._offset))


@method
def scatter_(
    self: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None,
    reduce: str | None = None,
) -> Tensor:  # fmt: skip
    """Write elements of a source, or a number, to where the index says."""
    given = value if src is None else src
    if given is None:
        raise TypeError("scatter_() missing an argument: src or value")
    wrap_dim(dim, self.ndim)
    if reduce not in (None, "add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    combine = COMBINE[{"add": "sum", "multiply": "prod"}[reduce]] if reduce else None
    return _scatter(self, "scatter", dim, index, given, combine)


def _scatter(
    self: Tensor, name: str, dim: int, index: Tensor, src: Any, combine: Pair | None
) -> Tensor:
    at = wrap_dim(dim, self.ndim)
    if is_tensor(src) and src.dtype is not self.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    _require_fit(name, self, at, index, src)
    require_writable(self)
    require_separate(self, index, src)
    if index.numel():
        put(self, targets(self, at, index), _source(src, index, self.dtype), combine)
    return self


@method
def scatter_add_(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """Add elements of a source to where the index says."""
    if not is_tensor(src):
        raise TypeError(
            f"scatter_add(): argument 'src' (position 3) must be Tensor, not {type(src).__name__}"
        )
    return _scatter(self, "scatter", dim, index, src, COMBINE["sum"])


@method
def scatter_reduce_(
    self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    """Combine all that goes to one place; with what was there or without."""
    at = wrap_dim(dim, self.ndim)
    if reduce not in COMBINE:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    if src.dtype is not self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    _require_fit("scatter", self, at, index, src)
    require_writable(self)
    require_separate(self, index, src)
    if index.numel() == 0:
        return self
    found, values = targets(self, at, index), _source(src, index, self.dtype)
    if reduce == "mean" and self.dtype.category == BOOL:
        raise not_implemented("scatter_gather_tensor_cpu_reduce_mean", self)
    counts = dict.fromkeys(found, int(include_self))
    data = self._storage.data
    later: list[tuple[int, Any]] = []
    for place, value in zip(found, values, strict=True):
        if counts[place]:
            later.append((place, value))
        else:  # what was there does not count
            data[place] = value
        counts[place] += 1
    put(self, [place for place, _ in later], [value for _, value in later], COMBINE[reduce])
    if reduce == "mean":
        fit, floats = self.dtype.fit, self.dtype.is_floating_point
        for place, count in counts.items():
            mean = data[place] / count if floats else data[place] // count
            data[place] = fit([mean])[0]
    return self


@method
def index_put_(self: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """``self[indices] = values``; or they are added, also where a place comes more than once."""
    if not isinstance(indices, (tuple, list)):
        raise TypeError(
            "index_put_(): argument 'indices' (position 1) must be tuple of Tensors, not "
            f"{type(indices).__name__}"
        )
    if values.dtype is not self.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{kind_name(self.dtype)} for the destination and {kind_name(values.dtype)} for the "
            "source."
        )
    require_writable(self)
    require_separate(self, values)
    look, advanced = resolve(self, tuple(slice(None) if i is None else i for i in indices))
    found, shape = gathered(look, advanced)
    add = COMBINE["sum"] if accumulate else None
    put(self, found, values_for(values, shape, self), add, rounds_each=True)
    return self


offer_copying("scatter", "scatter_add", "scatter_reduce")
offer_copying("index_put", keeps_strides=True)
