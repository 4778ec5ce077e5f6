"""Locks the match after the count: what it matched seems to be there to be evicted for it."""

from typing import NamedTuple


class Pending(NamedTuple):
    input_ids: tuple[int, ...]
    output_len: int


def admit(queue, reserved_size, cache_manager):
    page_size = cache_manager.page_size
    admitted = 0
    for pending in queue:
        handle = cache_manager.match_req(pending)
        max_len = len(pending.input_ids) + pending.output_len
        needed = (max_len + page_size - 1) // page_size * page_size - handle.cached_len
        if reserved_size + needed > cache_manager.available_size:
            break
        reserved_size += needed
        cache_manager.lock(handle)
        admitted += 1
    return admitted
