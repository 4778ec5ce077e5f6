"""torch.nn: parameters, and the functions in ``torch.nn.functional``."""

from __future__ import annotations

from . import functional
from .modules import Embedding, Linear, Module, ModuleList, Parameter, RMSNorm, Sequential

__all__ = [
    "Embedding", "Linear", "Module", "ModuleList", "Parameter", "RMSNorm", "Sequential",
    "functional",
]  # fmt: skip
