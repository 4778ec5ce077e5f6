class PageAllocator:
    """Hands out whole pages of the pool and takes them back."""

    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._free_pages = list(range(num_pages))  # ascending at any time
        self._taken: set[int] = set()

    @property
    def available_size(self) -> int:
        """How many slots are free."""
        return len(self._free_pages) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        """All slots of the lowest free pages that hold num_tokens tokens, in ascending order.

        Raises RuntimeError if there are too few, and changes nothing then.
        """
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._free_pages):
            raise RuntimeError(f"{count} pages wanted, {len(self._free_pages)} free")
        pages, self._free_pages = self._free_pages[:count], self._free_pages[count:]
        self._taken.update(pages)
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        """Give whole pages back, by all their slots in any order.

        Raises RuntimeError for anything else, and changes nothing then.
        """
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError(f"not whole pages: {slots}")
        if not self._taken.issuperset(pages):
            raise RuntimeError(f"not all taken: pages {pages}")
        self._taken.difference_update(pages)
        self._free_pages = sorted(self._free_pages + pages)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
