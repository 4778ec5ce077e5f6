"""A heap of the first slots of the free pages."""

import heapq
from collections import Counter


class PageAllocator:
    def __init__(self, num_pages, page_size):
        self.page_size = page_size
        self.end = num_pages * page_size
        self.heap = list(range(0, self.end, page_size))

    @property
    def available_size(self):
        return len(self.heap) * self.page_size

    def allocate(self, num_tokens):
        if num_tokens > self.available_size:  # a multiple of page_size, so this is exact
            raise RuntimeError("too few pages")
        slots = []
        while len(slots) < num_tokens:
            first = heapq.heappop(self.heap)
            slots += range(first, first + self.page_size)
        return slots

    def free(self, slots):
        per_page = Counter(slot // self.page_size * self.page_size for slot in slots)
        wrong_count = any(count != self.page_size for count in per_page.values())
        if wrong_count or len(set(slots)) != len(slots):
            raise RuntimeError("not whole pages")
        if any(first in self.heap or not 0 <= first < self.end for first in per_page):
            raise RuntimeError("not taken")
        for first in per_page:
            heapq.heappush(self.heap, first)
