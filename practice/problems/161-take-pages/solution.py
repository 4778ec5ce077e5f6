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

    def __init__(self, num_pages: int, page_size: int, prefix_cache: PrefixCache) -> None:
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = [page * page_size for page in range(num_pages)]

    def take(self, count: int) -> list[int]:
        """Take pages off the free list; evict where it is short."""
        shortage = count - len(self.free_slots)
        if shortage > 0:
            # The cache counts tokens. All that it gives up goes on the list: it may be too much.
            self.free(self.prefix_cache.evict(shortage * self.page_size))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def free(self, slots: list[int]) -> None:
        """Put pages on the free list, given by all their slots."""
        self.free_slots = self.free_slots + slots[:: self.page_size]
