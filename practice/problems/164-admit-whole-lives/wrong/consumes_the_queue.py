"""Takes the admitted requests out of the queue, which is the caller's."""

from typing import NamedTuple


class Pending(NamedTuple):
    input_ids: tuple[int, ...]
    output_len: int


def admit(queue, reserved_size, cache_manager):
    page_size = cache_manager.page_size
    admitted = 0
    while queue:
        handle = cache_manager.match_req(queue[0])
        cache_manager.lock(handle)
        max_len = len(queue[0].input_ids) + queue[0].output_len
        needed = (max_len + page_size - 1) // page_size * page_size - handle.cached_len
        if reserved_size + needed > cache_manager.available_size:
            cache_manager.unlock(handle)
            break
        queue.pop(0)
        reserved_size += needed
        admitted += 1
    return admitted
