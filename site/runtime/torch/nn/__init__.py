"""torch.nn: parameters, and the functions in ``torch.nn.functional``."""

from __future__ import annotations

from typing import Any

from . import functional
from .modules import Embedding, Linear, Module, ModuleList, Parameter, RMSNorm, Sequential

__all__ = [
    "Embedding", "Linear", "Module", "ModuleList", "Parameter", "RMSNorm", "Sequential",
    "functional",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from .._names import absent  # long, and hardly ever needed

    raise absent("torch.nn", name)
