"""Which device and dtype to run on, and how much memory is free there."""

from __future__ import annotations

import os

import torch

DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}
_UNKNOWN_FREE_MEMORY = 4 * 1024**3  # where the system does not tell


def resolve_device(name: str = "auto") -> torch.device:
    """The device of that name; "auto" takes a GPU if there is one.

    Raises:
        ValueError: if the name is unknown or the device is not there.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
    except RuntimeError:
        device = None
    if device is None or device.type not in ("cpu", "cuda"):
        raise ValueError(f"unknown device {name!r}: choose auto, cpu, cuda or cuda:N")
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise ValueError(f"{name} was asked for, but torch finds no GPU: use --device cpu")
        count = torch.cuda.device_count()
        if device.index is not None and device.index >= count:
            raise ValueError(f"{name} was asked for, but torch finds {count} GPU(s)")
    return device


def resolve_dtype(name: str, device: torch.device) -> torch.dtype:
    """The dtype of that name; "auto" takes bfloat16 on a GPU and float32 on a CPU.

    Raises:
        ValueError: if the name is unknown.
    """
    if name == "auto":
        name = "bfloat16" if device.type == "cuda" else "float32"
    if name not in DTYPES:
        raise ValueError(f"unknown dtype {name!r}: choose auto, {', '.join(DTYPES)}")
    return DTYPES[name]


def free_memory(device: torch.device) -> int:
    """Bytes that could be allocated on the device now."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows; macOS has no such name
        return _UNKNOWN_FREE_MEMORY
