"""Keeps the free pages in a list of the class, which all allocators share."""

from typing import ClassVar


class PageAllocator:
    _free_pages: ClassVar[list[int]] = []

    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._num_pages = num_pages
        self._free_pages[:] = range(num_pages)

    @property
    def available_size(self) -> int:
        return len(self._free_pages) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._free_pages):
            raise RuntimeError("too few free pages")
        pages = self._free_pages[:count]
        del self._free_pages[:count]
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError("not whole pages")
        if any(page in self._free_pages or not 0 <= page < self._num_pages for page in pages):
            raise RuntimeError("not all taken")
        self._free_pages.extend(pages)
        self._free_pages.sort()

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
