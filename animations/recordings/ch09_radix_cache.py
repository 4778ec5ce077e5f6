"""Chapter 9: the operations of its main, then one eviction too many, and the end of the request."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import torch
from tracelib.trees import RecordedCache

from minisgl.core import Context, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def record() -> dict[str, Any]:
    set_global_ctx(Context(page_size=1))
    cache = RecordedCache(RadixPrefixCache(torch.device("cpu")))
    cache.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
    cache.insert_prefix(row(1, 2, 5, 6), row(10, 11, 20, 21))
    cache.insert_prefix(row(7, 8), row(30, 31))
    handle = cache.match_prefix(row(1, 2, 3, 9)).cuda_handle
    cache.lock_handle(handle)
    cache.evict(2)
    cache.evict(1)
    with suppress(RuntimeError):  # everything that is left is locked
        cache.evict(1)
    cache.lock_handle(handle, unlock=True)
    cache.evict(1)
    cache.check_integrity()
    return cache.trace.document()
