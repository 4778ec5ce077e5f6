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
from ._core import CPU as _CPU
from ._core import Size, Tensor, device, install_methods, is_tensor
from ._dtypes import ALIASES as _ALIASES
from ._dtypes import DTYPES as _DTYPES
from ._dtypes import dtype, get_default_dtype, promote_types, set_default_dtype
from ._generator import Generator
from ._modes import inference_mode, is_grad_enabled, no_grad, set_grad_enabled
from ._registry import FUNCTIONS as _FUNCTIONS
from ._registry import not_offered as _not_offered

# Each registers the functions and methods that it holds.
for _module in (
    "_creation", "_comparing", "_arithmetic", "_unary", "_views", "_pieces", "_indexing",
    "_reductions", "_products", "_scatter", "_joining", "_splitting", "_rearranging",
    "_order", "_random", "_printing",
):  # fmt: skip
    _importlib.import_module(f".{_module}", __name__)

_arguments.explain_all()
install_methods()
globals().update(_FUNCTIONS)
globals().update({_kind.name: _kind for _kind in _DTYPES})
globals().update(_ALIASES)

inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
newaxis = None
strided = "torch.strided"
contiguous_format, preserve_format = "torch.contiguous_format", "torch.preserve_format"
__version__ = "2.13.0+lite"


def set_num_threads(count: int) -> None:
    """There is one thread here."""


def get_num_threads() -> int:
    return 1


def get_default_device() -> device:
    return _CPU


from . import cuda, nn, testing  # noqa: E402 - they use what is defined above


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise _not_offered(f"torch.{name}")


__all__ = [
    "Generator", "Size", "Tensor", "cuda", "device", "dtype", "get_default_dtype",
    "inference_mode", "is_grad_enabled", "is_tensor", "nn", "no_grad", "promote_types",
    "set_default_dtype", "set_grad_enabled", "testing",
]  # fmt: skip
