"""``torch.Tensor(…)``, ``torch.LongTensor(…)`` …: constructors from before ``torch.tensor``.

Whole numbers are sizes of a tensor that nobody has written to; anything else is what is in it.
"""

from __future__ import annotations

from typing import Any

from ._core import Size, Tensor, is_tensor, make, view
from ._creation import empty, tensor
from ._dtypes import DTYPES, dtype, get_default_dtype, kind_name


def constructed(given: tuple[Any, ...], kind: dtype) -> Tensor:
    """What such a constructor makes.

    Raises:
        TypeError: for a tensor of another dtype, and for what is neither sizes nor numbers.
    """
    if not given:
        return make([], (0,), kind)
    first = given[0]
    if isinstance(first, Size) or (isinstance(first, int) and not isinstance(first, bool)):
        made: Tensor = empty(*given, dtype=kind)
        return made
    if is_tensor(first):
        if first.dtype is not kind:
            raise TypeError(f"expected a tensor of {kind}, got one of {first.dtype}")
        return view(first, first._shape, first._strides, first._offset)
    if not isinstance(first, (str, list, tuple, range)):
        raise TypeError(f"new(): data must be a sequence (got {type(first).__name__})")
    return tensor(first, dtype=kind)


class TypedTensor(type):
    """The class of ``torch.LongTensor`` and the like: their instances are tensors of a dtype."""

    kind: dtype

    def __call__(cls, *given: Any) -> Tensor:
        return constructed(given, cls.kind)

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor) and value.dtype is cls.kind

    def __repr__(cls) -> str:
        return f"<class 'torch.{cls.__name__}'>"


TYPED = {
    f"{kind_name(kind)}Tensor": TypedTensor(f"{kind_name(kind)}Tensor", (), {"kind": kind})
    for kind in DTYPES
}


def become_constructed(self: Tensor, given: tuple[Any, ...]) -> None:
    """What ``torch.Tensor(…)`` does: a tensor of the default dtype, or the look of another one."""
    is_like = bool(given) and is_tensor(given[0])
    made = constructed(given, given[0].dtype if is_like else get_default_dtype())
    self.__init__(  # type: ignore[misc]
        made._storage, made._offset, made._shape, made._strides, made.dtype
    )
