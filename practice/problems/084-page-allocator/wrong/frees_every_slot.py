"""Keeps a list of the first slots of free pages, but puts every slot that comes back on it.

Seen in: mini-sglang PR 80, where the slots of evicted pages went to the free list as they were, and
pages that overlap were handed out from then on.
"""


class PageAllocator:
    def __init__(self, num_pages: int, page_size: int) -> None:
        self._page_size = page_size
        self._first_slots = list(range(0, num_pages * page_size, page_size))
        self._taken: set[int] = set()

    @property
    def available_size(self) -> int:
        return len(self._first_slots) * self._page_size

    def allocate(self, num_tokens: int) -> list[int]:
        count = (num_tokens + self._page_size - 1) // self._page_size
        if count > len(self._first_slots):
            raise RuntimeError("too few pages are free")
        firsts, self._first_slots = self._first_slots[:count], self._first_slots[count:]
        self._taken.update(first // self._page_size for first in firsts)
        return [first + offset for first in firsts for offset in range(self._page_size)]

    def free(self, slots: list[int]) -> None:
        pages = sorted({slot // self._page_size for slot in slots})
        if sorted(slots) != self._slots(pages):
            raise RuntimeError("these are not whole pages")
        if not self._taken.issuperset(pages):
            raise RuntimeError("not all of these pages are taken")
        self._taken.difference_update(pages)
        self._first_slots = sorted(self._first_slots + slots)

    def _slots(self, pages: list[int]) -> list[int]:
        size = self._page_size
        return [page * size + offset for page in pages for offset in range(size)]
