"""What a tensor is: questions that its dtype, shape and place answer."""

from __future__ import annotations

import math
from typing import Any

from ._core import Tensor, flat, is_tensor, view
from ._creation import cast
from ._dtypes import DTYPES, kind_name
from ._layout import strided
from ._registry import FUNCTIONS, METHODS, attribute, both, function, method
from ._views import transpose


def _always(answer: bool, *names: str) -> None:
    """Attributes that are the same for all tensors here: on the CPU, dense, not shared."""
    for name in names:
        METHODS[name] = property(lambda self: answer)  # type: ignore[assignment]


_always(True, "is_cpu", "is_leaf")
_always(
    False, "is_cuda", "is_meta", "is_mps", "is_mkldnn", "is_nested", "is_quantized", "is_sparse",
    "is_sparse_csr", "is_xla", "is_xpu", "retains_grad",
)  # fmt: skip
METHODS["grad"] = METHODS["grad_fn"] = property(lambda self: None)  # type: ignore[assignment]
METHODS["layout"] = property(lambda self: strided)  # type: ignore[assignment]


@attribute
def data(self: Tensor) -> Tensor:
    """The same numbers, as ``detach`` gives them."""
    return view(self, self._shape, self._strides, self._offset)


@attribute
def H(self: Tensor) -> Tensor:
    """A matrix, transposed: numbers here are real."""
    if self.ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {self.ndim}-D tensor."
        )
    return transpose(self, 0, 1) if self.ndim else self


@both
def adjoint(input: Tensor) -> Tensor:
    """The last two dimensions change places."""
    if input.ndim < 2:
        raise RuntimeError(
            "tensor.adjoint() is only supported on matrices or batches of matrices. Got "
            f"{input.ndim}-D tensor."
        )
    return transpose(input, -2, -1)


METHODS["mH"] = property(adjoint)  # type: ignore[assignment]


@both
def is_floating_point(input: Tensor) -> bool:
    """Whether its dtype is one of floats."""
    return input.dtype.is_floating_point


@both
def is_complex(input: Tensor) -> bool:
    """Never: there are no complex numbers here."""
    return False


@both
def is_signed(input: Tensor) -> bool:
    """Whether its dtype has negative numbers."""
    return input.dtype.is_signed


@both
def is_nonzero(input: Tensor) -> bool:
    """Whether its only element is not zero."""
    if input.numel() != 1:
        number = "no values" if not input.numel() else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {number} is ambiguous")
    return bool(flat(input)[0])


@both
def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape."""
    return input._shape == other._shape


@function
def numel(input: Tensor) -> int:
    """How many elements it has."""
    return math.prod(input._shape)


@method
def ndimension(self: Tensor) -> int:
    """How many dimensions it has."""
    return self.ndim


@method
def get_device(self: Tensor) -> int:
    """The number of its GPU; -1 on the CPU."""
    return -1


@method
def is_pinned(self: Tensor) -> bool:
    """Never: there is no GPU to copy to."""
    return False


@method
def is_shared(self: Tensor) -> bool:
    """Whether other processes can see its memory."""
    return False


@method
def is_inference(self: Tensor) -> bool:
    """Whether it was made in inference mode, which nobody keeps account of here."""
    return False


@method
def is_set_to(self: Tensor, tensor: Tensor) -> bool:
    """Whether it is the very same look at the same memory."""
    return self._storage is tensor._storage and (self._offset, self._shape, self._strides) == (
        tensor._offset, tensor._shape, tensor._strides
    )  # fmt: skip


_TYPES = {f"torch.{kind_name(kind)}Tensor": kind for kind in DTYPES}


@method
def type(self: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """The name of its type, ``torch.FloatTensor``; or the tensor in another dtype."""
    if dtype is None:
        return f"torch.{kind_name(self.dtype)}Tensor"
    if isinstance(dtype, str):
        if dtype not in _TYPES:
            raise ValueError(f"invalid type: '{dtype}'")
        dtype = _TYPES[dtype]
    return cast(self, dtype)


@function
def typename(obj: Any) -> str:
    """The name of an object's type, as torch writes it."""
    if is_tensor(obj):
        return f"torch.{kind_name(obj.dtype)}Tensor"
    kind = obj if hasattr(obj, "__qualname__") else obj.__class__
    module = getattr(kind, "__module__", "") or ""
    return f"{module}.{kind.__qualname__}" if module != "builtins" else str(kind.__qualname__)


def _reversed(self: Tensor) -> Tensor:
    """``reversed(tensor)``: the first dimension backwards."""
    made: Tensor = FUNCTIONS["flip"](self, (0,)) if self.ndim else self
    return made


METHODS["__reversed__"] = _reversed
