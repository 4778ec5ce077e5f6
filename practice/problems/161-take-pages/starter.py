from typing import Protocol


class PrefixCache(Protocol):
    """What the pool asks of the prefix cache that stands beside it."""

    def evict(self, size: int) -> list[int]:
        """Forget at least `size` tokens and return their slots, whole pages.

        Raises RuntimeError, and forgets nothing, if fewer can be evicted.
        """


class PagePool:
    """The free list; a page is known by its first slot, a multiple of page_size.

    Attributes:
        free_slots: the first slots of the free pages, the next to be taken first.
    """

    free_slots: list[int]

    def __init__(self, num_pages: int, page_size: int, prefix_cache: PrefixCache) -> None:
        raise NotImplementedError("not written yet")

    def take(self, count: int) -> list[int]:
        """Take pages off the free list; evict where it is short."""
        raise NotImplementedError("not written yet")

    def free(self, slots: list[int]) -> None:
        """Put pages on the free list, given by all their slots."""
        raise NotImplementedError("not written yet")
