"""The few operations that a fast engine writes as kernels, here in plain PyTorch."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import torch

ITEM_BYTES = 4  # of an int32


def store_kv(
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
) -> None:
    """Write row i of k and v, each (tokens, heads, head_dim), to slot ``slots[i]`` of the caches.

    Args:
        k_cache, v_cache: one layer of the pool, (slots, heads, head_dim).
        slots: int32 or int64, shape (tokens,), all different.
    """
    slots = slots.long()  # index_copy_ takes nothing narrower
    k_cache.index_copy_(0, slots, k)
    v_cache.index_copy_(0, slots, v)


def gather_kv(cache: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
    """The rows of one layer of the pool, (slots, heads, head_dim), at ``slots``, in that order.

    ``index_select`` copies whole rows: about four times as fast as ``cache[slots]`` on a CPU.
    """
    return cache.index_select(0, slots)


def row_to_bytes(row: torch.Tensor) -> bytes:
    """A row of token ids or slots as the bytes of int32 numbers, copied to the host.

    Bytes are compared, cut, joined and hashed by Python itself, without a tensor for each step.
    """
    try:
        numbers = row.numpy()
    except TypeError:  # it lies on another device
        return row_to_bytes(row.cpu())
    except RuntimeError:  # a torch without NumPy: so it can be built, and so is the browser's
        return array("i", row.tolist()).tobytes()
    if numbers.itemsize != ITEM_BYTES:
        numbers = numbers.astype("int32")
    return numbers.tobytes()


def row_from_bytes(parts: Iterable[bytes]) -> torch.Tensor:
    """The numbers of some pieces of bytes, one after the other, as a new int32 row on the host."""
    data = bytearray().join(parts)
    return torch.frombuffer(data, dtype=torch.int32) if data else torch.empty(0, dtype=torch.int32)


def fast_compare_key(x: bytes, y: bytes, start: int = 0) -> int:
    """How many leading bytes of ``x``, in whole numbers, are those of ``y`` from ``start`` on.

    [2, 3, 4] and [1, 2, 3, 9, 9] from byte 4 on, the second number -> 8, two numbers. Halving finds
    the place in a few comparisons of whole runs, each done by the C library.
    """
    same, different = 0, min(len(x), len(y) - start) + ITEM_BYTES
    while different - same > ITEM_BYTES:
        middle = (same + different) // 2 // ITEM_BYTES * ITEM_BYTES
        if x[same:middle] == y[start + same : start + middle]:
            same = middle
        else:
            different = middle
    return same
