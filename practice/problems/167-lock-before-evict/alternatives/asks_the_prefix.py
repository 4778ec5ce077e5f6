"""Locks for a moment to learn what the lock changes, and decides before it changes anything."""

from typing import NamedTuple


class Admitted(NamedTuple):
    row: int
    tokens: tuple
    pages: list
    handle: object


class Admission:
    def __init__(self, cache, num_rows, free_pages, page_size):
        self.cache, self.page_size = cache, page_size
        self.free_rows, self.free_pages = set(range(num_rows)), set(free_pages)

    def evictable_beside(self, handle):
        self.cache.lock(handle)
        pages = self.cache.evictable
        self.cache.unlock(handle)
        return pages

    def try_admit(self, tokens, output_len):
        if not self.free_rows:
            return None
        handle = self.cache.match(tokens[:-1])
        total = (len(tokens) + output_len + self.page_size - 1) // self.page_size
        shortage = total - len(handle.pages) - len(self.free_pages)
        if shortage > self.evictable_beside(handle):
            return None
        self.cache.lock(handle)
        if shortage > 0:
            self.free_pages.update(self.cache.evict(shortage))
        pages = list(handle.pages)
        while len(pages) < total:
            pages.append(self.free_pages.pop())
        return Admitted(self.free_rows.pop(), tokens, pages, handle)

    def finish(self, request):
        self.cache.unlock(request.handle)
        self.free_pages.update(self.cache.insert(request.tokens, request.pages))
        self.free_rows.add(request.row)
