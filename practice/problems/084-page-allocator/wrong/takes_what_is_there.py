"""Takes page by page until none is left, and loses the pages that it took before it fails."""


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
        pages = []
        for _ in range(count):
            if not self._free_pages:
                raise RuntimeError("no page is free")
            pages.append(self._free_pages.pop(0))
        self._taken.update(pages)
        return self._slots(pages)

    def free(self, slots: list[int]) -> None:
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError("these are not whole pages")
        if not self._taken.issuperset(pages):
            raise RuntimeError("not all of these pages are taken")
        self._taken.difference_update(pages)
        self._free_pages = sorted(self._free_pages + pages)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
