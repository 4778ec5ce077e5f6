"""Numbers out of bytes."""

from __future__ import annotations

import struct
import warnings
from array import array
from typing import Any

from ._core import Tensor, make
from ._dtypes import dtype
from ._registry import function

_CODES = {
    "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "float32": "f",
    "float64": "d",
}  # fmt: skip


def numbers_in(data: bytes, kind: dtype) -> list[Any]:
    """The numbers of a dtype that bytes hold, the lowest byte of each first."""
    if kind.name in _CODES:
        return array(_CODES[kind.name], data).tolist()
    if kind.name == "bool":
        return [byte != 0 for byte in data]
    if kind.name == "float16":
        return list(struct.unpack(f"<{len(data) // 2}e", data))
    words = array("I", [half << 16 for half in array("H", data)])  # a bfloat16: half of a float32
    return array("f", words.tobytes()).tolist()


@function
def frombuffer(
    buffer: Any, *, dtype: dtype, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """A vector of the numbers that bytes hold. Here they are copied: a bytearray that changes
    later does not change the tensor.

    Raises:
        ValueError: if there are too few bytes, or some are left over.
    """
    try:
        view = memoryview(buffer)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    data, size = view.tobytes(), dtype.itemsize
    if not data or not count:
        raise ValueError(f"both buffer length ({len(data)}) and count ({count}) must not be 0")
    if not 0 <= offset < len(data):
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length "
            f"({len(data)} bytes) minus 1"
        )
    left = len(data) - offset
    if count < 0 and left % size:
        raise ValueError(
            f"buffer length ({left} bytes) after offset ({offset} bytes) must be a multiple of "
            f"element size ({size})"
        )
    wanted = left // size if count < 0 else count
    if wanted * size > left:
        raise ValueError(
            f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must "
            f"not be greater than actual buffer length ({len(data)} bytes)"
        )
    if view.readonly:
        warnings.warn(
            "The given buffer is not writable, and PyTorch does not support non-writable tensors.",
            UserWarning,
            stacklevel=2,
        )
    made = make(numbers_in(data[offset : offset + wanted * size], dtype), (wanted,), dtype)
    made.requires_grad = requires_grad
    return made
