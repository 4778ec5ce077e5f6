"""Keeps a list of the slots of each page, and hands out that very list for a single page."""


class PageAllocator:
    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._slots_of = [
            list(range(page * page_size, (page + 1) * page_size)) for page in range(num_pages)
        ]
        self._free_pages = list(range(num_pages))

    @property
    def available_size(self) -> int:
        return len(self._free_pages) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._free_pages):
            raise RuntimeError("too few free pages")
        pages, self._free_pages = self._free_pages[:count], self._free_pages[count:]
        if count == 1:
            return self._slots_of[pages[0]]
        return [slot for page in pages for slot in self._slots_of[page]]

    def free(self, slots: list[int]) -> None:
        size = self._page_size
        pages = sorted({slot // size for slot in slots})
        if sorted(slots) != [page * size + i for page in pages for i in range(size)]:
            raise RuntimeError("not whole pages")
        for page in pages:
            if page in self._free_pages or not 0 <= page < len(self._slots_of):
                raise RuntimeError(f"page {page} is not taken")
        self._free_pages = sorted(self._free_pages + pages)
