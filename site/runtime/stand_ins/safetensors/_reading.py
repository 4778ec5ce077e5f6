"""What a file says of its tensors, and their numbers."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from math import prod
from typing import Any, BinaryIO

LENGTH_BYTES = 8
MOST_HEADER_BYTES = 100_000_000
# Bits of an element. Those that struct has no letter for are listed too: their files are whole.
BITS = {
    "BOOL": 8, "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8,
    "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8, "I16": 16, "U16": 16, "F16": 16, "BF16": 16,
    "I32": 32, "U32": 32, "F32": 32, "C64": 64, "F64": 64, "I64": 64, "U64": 64,
}  # fmt: skip
LETTERS = {
    "BOOL": "?", "U8": "B", "I8": "b", "I16": "h", "I32": "i", "I64": "q",
    "F16": "e", "F32": "f", "F64": "d",
}  # fmt: skip


class SafetensorError(Exception):
    """A file is damaged, or something was asked for that it does not hold."""


@dataclass(frozen=True)
class TensorInfo:
    """A tensor's place, in bytes from the end of the header: it ends before ``end``."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Header:
    """
    Attributes:
        tensors: by name, in the order of their places.
        metadata: texts by name, if the file has any.
        start: where the numbers begin in the file.
    """

    tensors: dict[str, TensorInfo]
    metadata: dict[str, str] | None
    start: int


def read_header(file: BinaryIO, size: int) -> Header:
    """Read and check the header of a file of ``size`` bytes.

    Raises:
        SafetensorError: if it is damaged: too short, no JSON, or tensors that leave holes, overlap,
            or end elsewhere than the file does.
    """
    if size < LENGTH_BYTES:
        raise _fault("header too small")
    length = int.from_bytes(file.read(LENGTH_BYTES), "little")
    if length > MOST_HEADER_BYTES:
        raise _fault("header too large")
    if LENGTH_BYTES + length > size:
        raise _fault("invalid header length")
    tensors, metadata = _parse(file.read(length))
    tensors = dict(sorted(tensors.items(), key=lambda item: (item[1].start, item[1].end)))
    end = _check_places(tensors)
    if LENGTH_BYTES + length + end != size:
        raise _fault("incomplete metadata, file not fully covered")
    return Header(tensors, metadata, LENGTH_BYTES + length)


def _fault(text: str) -> SafetensorError:
    return SafetensorError(f"Error while deserializing header: {text}")


def _parse(text: bytes) -> tuple[dict[str, TensorInfo], dict[str, str] | None]:
    try:
        document = json.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _fault(f"invalid UTF-8 in header: {error}") from None
    except ValueError as error:
        raise _fault(f"invalid JSON in header: {error}") from None
    if not isinstance(document, dict):
        raise _fault("invalid JSON in header: expected an object")
    metadata = document.pop("__metadata__", None)
    if metadata is not None and not (
        isinstance(metadata, dict) and all(isinstance(value, str) for value in metadata.values())
    ):
        raise _fault("invalid JSON in header: __metadata__ is no object of strings")
    return {name: _tensor_info(name, entry) for name, entry in document.items()}, metadata


def _tensor_info(name: str, entry: Any) -> TensorInfo:
    try:
        dtype, shape, (start, end) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
    except (KeyError, TypeError, ValueError):
        raise _fault(f"invalid JSON in header: {name} has no dtype, shape and offsets") from None
    if dtype not in BITS:
        raise _fault(f"invalid JSON in header: unknown variant `{dtype}`")
    if any(type(number) is not int or not 0 <= number < 1 << 64 for number in (*shape, start, end)):
        raise _fault(f"invalid JSON in header: {name} has sizes that are no whole numbers")
    return TensorInfo(dtype, shape, start, end)


def _check_places(tensors: dict[str, TensorInfo]) -> int:
    """Each tensor begins where the last one ended; the end of all."""
    place = 0
    for name, info in tensors.items():
        if info.start != place or info.end < info.start:
            raise _fault(f"invalid offset for tensor `{name}`")
        bits = prod(info.shape) * BITS[info.dtype]
        if bits >= 1 << 64:
            raise _fault("overflow computing buffer size from shape and/or element type")
        if bits != 8 * (info.end - info.start):
            raise _fault("invalid shape, data type, or offset for tensor")
        place = info.end
    return place


def numbers_of(data: bytes, dtype: str) -> list[Any]:
    """The elements that bytes are, as plain numbers.

    Raises:
        SafetensorError: for a dtype that the browser's torch does not have.
    """
    if dtype == "BF16":  # the upper half of a float32: two bytes of zeros go below each
        wide = bytearray(2 * len(data))
        wide[2::4], wide[3::4] = data[::2], data[1::2]
        data, dtype = bytes(wide), "F32"
    if dtype not in LETTERS:
        raise SafetensorError(f"the browser's torch has no numbers of the kind {dtype}")
    count = len(data) * 8 // BITS[dtype]
    return list(struct.unpack(f"<{count}{LETTERS[dtype]}", data))
