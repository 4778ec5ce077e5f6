"""Takes every page of the pool back, also one that is free already.

Seen in: mini-sglang PR 111, where an abort while a prefill is in flight frees twice.
"""


class PageAllocator:
    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._free_pages = list(range(num_pages))
        self._num_pages = num_pages

    @property
    def available_size(self) -> int:
        return len(self._free_pages) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._free_pages):
            raise RuntimeError("too few pages are free")
        pages, self._free_pages = self._free_pages[:count], self._free_pages[count:]
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError("these are not whole pages")
        if any(not 0 <= page < self._num_pages for page in pages):
            raise RuntimeError("the pool has no such page")
        self._free_pages = sorted(self._free_pages + pages)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
