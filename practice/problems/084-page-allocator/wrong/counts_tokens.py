"""Counts the tokens that were asked for, not the slots of the pages that were handed out.

Seen in: FreeToken PR 367, where admission counted tokens while allocation takes pages.
"""


class PageAllocator:
    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._free_pages = list(range(num_pages))
        self._taken: set[int] = set()
        self._last_pages: dict[int, int] = {}  # how many tokens the last page of each request has
        self._size = num_pages * page_size

    @property
    def available_size(self) -> int:
        return self._size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if num_tokens > self._size:
            raise RuntimeError("too few pages are free")
        pages, self._free_pages = self._free_pages[:count], self._free_pages[count:]
        self._taken.update(pages)
        self._size -= num_tokens
        if pages:
            self._last_pages[pages[-1]] = num_tokens - (count - 1) * self._page_size
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError("these are not whole pages")
        if not self._taken.issuperset(pages):
            raise RuntimeError("not all of these pages are taken")
        self._taken.difference_update(pages)
        for page in pages:
            self._size += self._last_pages.pop(page, self._page_size)
        self._free_pages = sorted(self._free_pages + pages)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
