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
    raise NotImplementedError("not written yet")
