"""Results written into tensors that exist: in place, and where ``out=`` says.

What is written must not be read at the same time, and no element may be written twice: torch
refuses both where it sees them, and so does this.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from ._core import Tensor, contiguous_strides, flat_as, is_tensor, write
from ._dtypes import dtype, kind_name, unwritten
from ._layout import is_dense


def require_castable(source: dtype, target: dtype) -> None:
    """Raises RuntimeError for floats where whole numbers go, or numbers where truth values do."""
    if source.category > target.category:
        raise RuntimeError(
            f"result type {kind_name(source)} can't be cast to the desired output type "
            f"{kind_name(target)}"
        )


def require_no_overlap(target: Tensor) -> None:
    """An expanded tensor has one memory for many elements: it must not be written to."""
    if target.numel() and any(
        size > 1 and stride == 0
        for size, stride in zip(target._shape, target._strides, strict=True)
    ):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def require_separate(target: Tensor, *sources: Any, may_be_same: bool = False) -> None:
    """What is written must not be read at the same time.

    Raises:
        RuntimeError: if the target shares elements with a source; as in torch, only what fills a
            stretch of memory is looked at. Some operations take the very same elements.
    """
    for source in sources:
        if not is_tensor(source) or source._storage is not target._storage:
            continue
        one, other = (range(t._offset, t._offset + t.numel()) for t in (source, target))
        same = one == other and source._strides == target._strides
        meet = len(one) and len(other) and one[0] <= other[-1] and other[0] <= one[-1]
        if same and may_be_same:
            continue
        if source is target or (meet and is_dense(source) and is_dense(target)):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def in_place(target: Tensor, made: Tensor, *sources: Any) -> Tensor:
    """Write a result into a tensor of the same shape.

    Args:
        sources: what the result was made of.

    Raises:
        RuntimeError: if the result is larger, or of a kind that the tensor cannot become, or if the
            tensor shares memory with a source, but is not the very same elements.
    """
    if made._shape != target._shape:
        raise RuntimeError(
            f"output with shape {list(target._shape)} doesn't match the broadcast shape "
            f"{list(made._shape)}"
        )
    require_castable(made.dtype, target.dtype)
    require_no_overlap(target)
    require_separate(target, *sources, may_be_same=True)
    write(target, flat_as(made, target.dtype))
    return target


def resize(tensor: Tensor, shape: Sequence[int]) -> None:
    """Give it another shape, row after row from where it began; its memory grows if it must."""
    tensor._shape, tensor._strides = tuple(shape), contiguous_strides(shape)
    data = tensor._storage.data
    lacking = tensor._offset + tensor.numel() - len(data)
    if lacking > 0:
        data.extend([unwritten(tensor.dtype)] * lacking)


def resize_out(out: Tensor, shape: Sequence[int]) -> None:
    """Make an ``out`` fit; torch does so too, but warns, unless it was empty."""
    if out._shape == tuple(shape):
        return
    if out.numel():
        warnings.warn(
            "An output with one or more elements was resized since it had shape "
            f"{list(out._shape)}, which does not match the required output shape {list(shape)}. "
            "This behavior is deprecated, and in a future PyTorch release outputs will not be "
            "resized unless they have zero elements. You can explicitly reuse an out tensor t by "
            "resizing it, inplace, to zero elements with t.resize_(0).",
            UserWarning,
            stacklevel=3,
        )
    resize(out, shape)


def to_out(made: Tensor, out: Tensor | None, *sources: Any) -> Tensor:
    """Put a result where ``out=`` says; an ``out`` of another shape is resized for it.

    Args:
        sources: what the result was made of.

    Raises:
        RuntimeError: as ``in_place``.
    """
    if out is None:
        return made
    require_castable(made.dtype, out.dtype)
    resize_out(out, made._shape)
    require_no_overlap(out)
    require_separate(out, *sources, may_be_same=True)
    write(out, flat_as(made, out.dtype))
    return out
