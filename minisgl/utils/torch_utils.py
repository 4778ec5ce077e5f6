"""Small helpers around torch's global state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def torch_defaults(dtype: torch.dtype, device: torch.device) -> Iterator[None]:
    """Within the block, new floating-point tensors have this dtype and new tensors this device."""
    old_dtype = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with device:
            yield
    finally:
        torch.set_default_dtype(old_dtype)
