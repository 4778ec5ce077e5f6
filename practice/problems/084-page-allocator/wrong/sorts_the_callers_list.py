"""Sorts the list that it is given, and so changes the order of somebody's tokens."""


class PageAllocator:
    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._free_pages = list(range(num_pages))
        self._taken: set[int] = set()

    @property
    def available_size(self) -> int:
        return len(self._free_pages) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._free_pages):
            raise RuntimeError("too few free pages")
        pages, self._free_pages = self._free_pages[:count], self._free_pages[count:]
        self._taken.update(pages)
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        slots.sort()
        pages = sorted({slot // self._page_size for slot in slots})
        if slots != self._slots(pages) or not self._taken.issuperset(pages):
            raise RuntimeError("not whole pages that are taken")
        self._taken.difference_update(pages)
        self._free_pages = sorted(self._free_pages + pages)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
