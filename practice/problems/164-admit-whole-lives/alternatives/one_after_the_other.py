"""Admits the first of the queue, and leaves the rest to itself."""

from typing import NamedTuple


class Pending(NamedTuple):
    input_ids: tuple[int, ...]
    output_len: int


def admit(queue, reserved_size, cache_manager):
    if not queue:
        return 0
    first, rest = queue[0], queue[1:]
    handle = cache_manager.match_req(first)
    cache_manager.lock(handle)
    page_size = cache_manager.page_size
    uncached = len(first.input_ids) + first.output_len - handle.cached_len
    new_pages = -(-uncached // page_size)
    room = cache_manager.available_size - reserved_size - new_pages * page_size
    if room < 0:
        cache_manager.unlock(handle)
        return 0
    return 1 + admit(rest, reserved_size + new_pages * page_size, cache_manager)
