"""Arguments of a call on torch, as arguments for another torch: deeply, sharing what they share."""

from __future__ import annotations

from typing import Any

import numpy
import torch

from conformlib.sides import DTYPES, Side, short

MOST_ELEMENTS = 20_000  # of a storage or a result; more costs a pure Python torch too long


class UnsuitableError(Exception):
    """A sample that needs what the facade does not offer by design; the message says what."""


def refuse_tensor(tensor: torch.Tensor) -> None:
    """Raise unless the facade could hold it.

    Raises:
        UnsuitableError: with the reason.
    """
    if tensor.layout is not torch.strided:
        raise UnsuitableError("sparse tensors")
    if tensor.device.type != "cpu":
        raise UnsuitableError("other devices")
    if tensor.requires_grad:
        raise UnsuitableError("autograd")
    refuse_dtype(tensor.dtype)
    if tensor.is_neg() or type(tensor) is not torch.Tensor:
        raise UnsuitableError("kinds of tensors that are not offered")
    room = tensor.untyped_storage().nbytes() // tensor.element_size()
    if max(room, tensor.numel()) > MOST_ELEMENTS:
        raise UnsuitableError(f"more than {MOST_ELEMENTS:,} elements")


def refuse_dtype(dtype: torch.dtype) -> None:
    """Raise for a dtype that is not offered.

    Raises:
        UnsuitableError: with the reason.
    """
    if dtype.is_complex:
        raise UnsuitableError("complex numbers")
    if short(dtype).startswith("q"):
        raise UnsuitableError("quantized numbers")
    if dtype not in DTYPES:
        raise UnsuitableError("dtypes that are not offered")


class Crossing:
    """One call's way to another side. ``tensors`` are the twins, in the order of the arguments."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.tensors: list[Any] = []
        self._twins: dict[int, Any] = {}
        self._storages: dict[int, Any] = {}
        self._kinds: dict[int, torch.dtype] = {}

    def across(self, value: Any) -> Any:
        """The same value on the other side; tensors that share storage share it there too.

        Raises:
            UnsuitableError: if there is no such value.
        """
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, torch.Size):
            return self.side.module.Size(tuple(value))
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*(self.across(item) for item in value))
        if isinstance(value, (list, tuple)):
            return type(value)(self.across(item) for item in value)
        if isinstance(value, dict):
            return {key: self.across(item) for key, item in value.items()}
        if isinstance(value, slice):
            return slice(*map(self.across, (value.start, value.stop, value.step)))
        return self._other(value)

    def _tensor(self, tensor: torch.Tensor) -> Any:
        if id(tensor) in self._twins:
            return self._twins[id(tensor)]
        refuse_tensor(tensor)
        storage = tensor.untyped_storage()._cdata
        if self._kinds.setdefault(storage, tensor.dtype) != tensor.dtype:
            raise UnsuitableError("one memory read as two dtypes")
        twin = self.side.twin(tensor, self._storages)
        self._twins[id(tensor)] = twin
        self.tensors.append(twin)
        return twin

    def _other(self, value: Any) -> Any:
        if value is None or value is Ellipsis:
            return value
        if isinstance(value, complex):
            raise UnsuitableError("complex numbers")
        if isinstance(value, (numpy.ndarray, numpy.generic)):
            raise UnsuitableError("NumPy's arrays and numbers")
        if isinstance(value, str):
            if value.partition(":")[0] in ("cuda", "meta", "mps"):
                raise UnsuitableError("other devices")
            return value
        if isinstance(value, (bool, int, float, range)):
            return value
        return self._torch_object(value)

    def _torch_object(self, value: Any) -> Any:
        module = self.side.module
        if isinstance(value, torch.dtype):
            refuse_dtype(value)
            return getattr(module, short(value))
        if isinstance(value, torch.device):
            if value.type != "cpu":
                raise UnsuitableError("other devices")
            return module.device(str(value))
        if isinstance(value, torch.layout) and value is not torch.strided:
            raise UnsuitableError("sparse tensors")
        if isinstance(value, (torch.memory_format, torch.layout)):
            found = getattr(module, short(value), None)
            if found is None:
                raise UnsuitableError("memory formats other than rows")
            return found
        if isinstance(value, torch.Generator):
            return module.Generator().manual_seed(value.initial_seed())
        if isinstance(value, type) and value in (bool, int, float):
            return value
        if value is complex:
            raise UnsuitableError("complex numbers")
        raise UnsuitableError(f"an argument of the class {type(value).__name__}")


def refuse_arguments(arguments: dict[str, Any]) -> None:
    """Raise for keyword arguments of what is not offered.

    Raises:
        UnsuitableError: with the reason.
    """
    if arguments.get("requires_grad"):
        raise UnsuitableError("autograd")
    if arguments.get("pin_memory"):
        raise UnsuitableError("other devices")
