"""torch for the browser: the part of its API that the course uses, in pure Python on flat lists.

It behaves as torch does there: the same results, dtypes, shapes and errors, and the same aliasing.
What it does not offer raises an error that names the call. How near it is to torch is measured, on
torch's own samples: conformance.json. Begin reading with _core.py; strides are all there is to it.
"""

from __future__ import annotations

import importlib as _importlib
import math as _math
from typing import Any

from . import _arguments
from ._core import Size, Tensor, install_methods, is_tensor
from ._device import device, get_default_device, set_default_device
from ._dtypes import ALIASES as _ALIASES
from ._dtypes import DTYPES as _DTYPES
from ._dtypes import dtype, get_default_dtype, promote_types, set_default_dtype
from ._generator import Generator, default_generator
from ._layout import contiguous_format, layout, memory_format, preserve_format, strided
from ._limits import finfo, iinfo
from ._modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from ._registry import FUNCTIONS as _FUNCTIONS
from ._typed import TYPED as _TYPED

# Each registers the functions and methods that it holds.
for _module in (
    "_creation", "_buffers", "_random", "_comparing", "_arithmetic", "_unary", "_clamping",
    "_mixing", "_operators",
    "_views", "_pieces", "_splitting", "_joining", "_rearranging", "_metadata",
    "_indexing", "_slices", "_scatter", "_masks",
    "_reductions", "_extremes", "_softmax", "_norms", "_scans",
    "_order", "_quantiles", "_bins", "_sets",
    "_products", "_einsum", "_attributes", "_conversions", "_printing", "_settings", "_imports",
):  # fmt: skip
    _importlib.import_module(f".{_module}", __name__)

_arguments.explain_all()
install_methods()
globals().update(_FUNCTIONS)
globals().update({_kind.name: _kind for _kind in _DTYPES})
globals().update(_ALIASES)
globals().update(_TYPED)
for _class in (Size, Tensor, Generator, device, dtype, finfo, iinfo, layout, memory_format):
    _class.__module__ = __name__  # where it is public, and where messages say that it is

inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
newaxis = None
__version__ = "2.13.0+lite"

# These use what is defined above.
from . import accelerator, backends, cuda, distributed, linalg, nn, special, testing  # noqa: E402


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    from ._names import absent  # long, and hardly ever needed

    raise absent("torch", name)


__all__ = [
    "Generator", "Size", "Tensor", "accelerator", "backends", "contiguous_format", "cuda",
    "default_generator", "device", "distributed", "dtype", "enable_grad", "finfo",
    "get_default_device", "get_default_dtype", "iinfo", "inference_mode", "is_grad_enabled",
    "is_inference_mode_enabled", "is_tensor", "layout", "linalg", "memory_format", "nn", "no_grad",
    "preserve_format", "promote_types", "set_default_device", "set_default_dtype",
    "set_grad_enabled", "special", "strided", "testing",
]  # fmt: skip
