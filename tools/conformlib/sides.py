"""Torch and the browser's torch, looked at in the same way: what a tensor is made of on each.

Both live in one process. The facade uses relative imports only, so it can be imported under
another name than torch.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import torch

FACADE = Path(__file__).resolve().parents[2] / "site" / "runtime" / "torch"
DTYPES = (
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
    torch.float16, torch.bfloat16, torch.float32, torch.float64,
)  # fmt: skip


class Side(Protocol):
    """What the comparison asks of a torch."""

    module: Any

    def is_tensor(self, value: Any) -> bool: ...

    def dtype(self, tensor: Any) -> str: ...

    def shape(self, tensor: Any) -> tuple[int, ...]: ...

    def strides(self, tensor: Any) -> tuple[int, ...]: ...

    def offset(self, tensor: Any) -> int: ...

    def values(self, tensor: Any) -> list[Any]: ...

    def storage(self, tensor: Any) -> int: ...

    def twin(self, tensor: torch.Tensor, storages: dict[int, Any]) -> Any: ...


def short(dtype: Any) -> str:
    """``float32`` for ``torch.float32``."""
    return str(dtype).rpartition(".")[2]


class TorchSide:
    """Torch itself."""

    module: Any = torch

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, torch.Tensor)

    def dtype(self, tensor: Any) -> str:
        return short(tensor.dtype)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        return tuple(tensor.shape)

    def strides(self, tensor: Any) -> tuple[int, ...]:
        return tuple(tensor.stride())

    def offset(self, tensor: Any) -> int:
        return int(tensor.storage_offset())

    def values(self, tensor: Any) -> list[Any]:
        found: list[Any] = tensor.detach().reshape(-1).tolist()
        return found

    def storage(self, tensor: Any) -> int:
        return int(tensor.untyped_storage()._cdata)

    def twin(self, tensor: torch.Tensor, storages: dict[int, Any]) -> torch.Tensor:
        """A copy that lies in a copy of its storage, which its views' twins share."""
        storage = storages.get(self.storage(tensor))
        if storage is None:
            storage = tensor.untyped_storage().clone()
            storages[self.storage(tensor)] = storage
        empty = torch.empty(0, dtype=tensor.dtype)
        return empty.set_(storage, tensor.storage_offset(), tensor.shape, tensor.stride())


class LiteSide:
    """The facade, under the name facade_torch."""

    def __init__(self, module: ModuleType) -> None:
        self.module: Any = module
        self.core: Any = importlib.import_module(f"{module.__name__}._core")

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.module.Tensor)

    def dtype(self, tensor: Any) -> str:
        return str(tensor.dtype.name)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        return tuple(tensor.shape)

    def strides(self, tensor: Any) -> tuple[int, ...]:
        return tuple(tensor.stride())

    def offset(self, tensor: Any) -> int:
        return int(tensor.storage_offset())

    def values(self, tensor: Any) -> list[Any]:
        found: list[Any] = self.core.flat(tensor)
        return found

    def storage(self, tensor: Any) -> int:
        return id(tensor._storage)

    def twin(self, tensor: torch.Tensor, storages: dict[int, Any]) -> Any:
        """A facade tensor over a copy of the whole storage, as far as the dtype divides it."""
        key = tensor.untyped_storage()._cdata
        if key not in storages:
            room = tensor.untyped_storage().nbytes() // tensor.element_size()
            whole = torch.empty(0, dtype=tensor.dtype)
            whole.set_(tensor.untyped_storage(), 0, (room,), (1,))
            storages[key] = self.core.Storage(whole.tolist())
        kind = getattr(self.module, short(tensor.dtype))
        return self.core.Tensor(
            storages[key], tensor.storage_offset(), tuple(tensor.shape), tensor.stride(), kind
        )


def load_facade(folder: Path = FACADE, name: str = "facade_torch") -> ModuleType:
    """Import the facade once, under a name that leaves torch's alone.

    Raises:
        ImportError: if it cannot be imported.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"there is no facade in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for known in [known for known in sys.modules if known.partition(".")[0] == name]:
            del sys.modules[known]
        raise
    return module


def lite() -> LiteSide:
    """The facade, ready to be compared."""
    return LiteSide(load_facade())
