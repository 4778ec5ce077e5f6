"""The browser's torch beside the real one: ``lite.torch`` is the facade, under another name.

``lite.same`` gives a real tensor to the facade, and ``lite.real`` gives one back, with the dtype,
the values, the strides and the offset that it had.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch as real_torch

FOLDER = Path(__file__).resolve().parent.parent / "site" / "runtime" / "torch"
NAME = "facade_torch"


def _load() -> ModuleType:
    """The facade uses relative imports only, so it may bear any name."""
    if NAME in sys.modules:
        return sys.modules[NAME]
    spec = importlib.util.spec_from_file_location(
        NAME, FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[NAME]
        raise
    return module


torch: Any = _load()

DTYPES = [
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
]  # fmt: skip
FLOATS = [name for name in DTYPES if "float" in name]
WHOLE = [name for name in DTYPES if "int" in name]


def kind_of(dtype: Any) -> Any:
    """The dtype of the same name on the other side."""
    name = str(dtype).removeprefix("torch.")
    return getattr(torch if isinstance(dtype, real_torch.dtype) else real_torch, name)


def _memory(tensor: real_torch.Tensor) -> real_torch.Tensor:
    """All that the tensor's storage holds, as one row."""
    count = tensor.untyped_storage().nbytes() // tensor.element_size()
    return tensor.detach().as_strided((count,), (1,), 0)


def same(tensor: real_torch.Tensor) -> Any:
    """A real tensor for the facade: the same numbers, strides and offset, in memory of its own."""
    memory = torch._core.Storage(_memory(tensor).tolist())
    made = torch.Tensor(
        memory, tensor.storage_offset(), tensor.shape, tensor.stride(), kind_of(tensor.dtype)
    )
    made.needs_grad = tensor.requires_grad
    return made


def real(tensor: Any) -> real_torch.Tensor:
    """A tensor of the facade for real torch: the same numbers, strides and offset."""
    memory = real_torch.tensor(tensor._storage.data, dtype=kind_of(tensor.dtype))
    return memory.as_strided(tuple(tensor.shape), tensor.stride(), tensor.storage_offset())
