"""Counts tokens, where the pool will hand out whole pages.

Seen in: FreeToken PR 367. Too many requests were let in, and one of them found no page.
"""

from typing import NamedTuple


class Pending(NamedTuple):
    input_ids: tuple[int, ...]
    output_len: int


def admit(queue, reserved_size, cache_manager):
    admitted = 0
    for pending in queue:
        handle = cache_manager.match_req(pending)
        cache_manager.lock(handle)
        max_len = len(pending.input_ids) + pending.output_len
        needed = max_len - handle.cached_len
        if reserved_size + needed > cache_manager.available_size:
            cache_manager.unlock(handle)
            break
        reserved_size += needed
        admitted += 1
    return admitted
