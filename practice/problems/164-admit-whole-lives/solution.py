from typing import NamedTuple, Protocol


class Pending(NamedTuple):
    """A request that waits: the tokens of its prompt, and the most that it may generate."""

    input_ids: tuple[int, ...]
    output_len: int


class Handle(Protocol):
    """A cached prefix; `cached_len` is its length in tokens, always whole pages."""

    cached_len: int


class CacheManager(Protocol):
    """What is asked of the cache manager; `page_size` is the slots of a page."""

    page_size: int

    @property
    def available_size(self) -> int:
        """Slots that are free, or would be if all that is not locked was evicted."""

    def match_req(self, pending: Pending) -> Handle:
        """The longest cached prefix of a prompt, its last token left out. Locks nothing."""

    def lock(self, handle: Handle) -> None:
        """Protect a prefix from eviction."""

    def unlock(self, handle: Handle) -> None:
        """Give one such protection back."""


def admit(queue: list[Pending], reserved_size: int, cache_manager: CacheManager) -> int:
    """How many requests at the head of the queue may start; what they matched stays locked."""
    page_size = cache_manager.page_size
    admitted = 0
    for pending in queue:
        handle = cache_manager.match_req(pending)
        # Locked first: what it matched must not count among what could be evicted for it.
        cache_manager.lock(handle)
        max_len = len(pending.input_ids) + pending.output_len
        whole_life = (max_len + page_size - 1) // page_size * page_size
        needed = whole_life - handle.cached_len
        if reserved_size + needed > cache_manager.available_size:
            cache_manager.unlock(handle)
            break
        reserved_size += needed
        admitted += 1
    return admitted
