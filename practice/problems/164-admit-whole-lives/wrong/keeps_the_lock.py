"""Leaves what a refused request matched locked; each try makes less of the cache evictable."""

from typing import NamedTuple


class Pending(NamedTuple):
    input_ids: tuple[int, ...]
    output_len: int


def admit(queue, reserved_size, cache_manager):
    page_size = cache_manager.page_size
    admitted = 0
    for pending in queue:
        handle = cache_manager.match_req(pending)
        cache_manager.lock(handle)
        max_len = len(pending.input_ids) + pending.output_len
        needed = (max_len + page_size - 1) // page_size * page_size - handle.cached_len
        if reserved_size + needed > cache_manager.available_size:
            break
        reserved_size += needed
        admitted += 1
    return admitted
