"""Takes the lock for a guard of the eviction alone and gives it back when that is done."""

from typing import NamedTuple, Protocol


class Handle(Protocol):
    """A cached prefix; ``pages`` are its pages in order."""

    pages: list[int]


class PrefixCache(Protocol):
    """What the statement says of the cache."""

    @property
    def evictable(self) -> int: ...
    def match(self, tokens: tuple[int, ...]) -> Handle: ...
    def lock(self, handle: Handle) -> None: ...
    def unlock(self, handle: Handle) -> None: ...
    def evict(self, count: int) -> list[int]: ...
    def insert(self, tokens: tuple[int, ...], pages: list[int]) -> list[int]: ...


class Admitted(NamedTuple):
    """A running request: its row, its prompt, its pages in order, and the prefix that it locks."""

    row: int
    tokens: tuple[int, ...]
    pages: list[int]
    handle: Handle


class Admission:
    """Gives rows and pages to requests; ``free_rows`` and ``free_pages`` are those of nobody."""

    def __init__(
        self, cache: PrefixCache, num_rows: int, free_pages: list[int], page_size: int
    ) -> None:
        self.cache = cache
        self.free_rows = list(range(num_rows))
        self.free_pages = list(free_pages)
        self.page_size = page_size

    def try_admit(self, tokens: tuple[int, ...], output_len: int) -> Admitted | None:
        """Give a request a row and the pages of its whole life; None if they cannot be had."""
        handle = self.cache.match(tokens[:-1])
        whole_life = -(-(len(tokens) + output_len) // self.page_size)
        needed = whole_life - len(handle.pages)
        self.cache.lock(handle)
        try:
            if not self.free_rows or needed > len(self.free_pages) + self.cache.evictable:
                return None
            self.free_pages += self.cache.evict(max(0, needed - len(self.free_pages)))
        finally:
            self.cache.unlock(handle)
        row = self.free_rows.pop()
        own_pages, self.free_pages = self.free_pages[:needed], self.free_pages[needed:]
        return Admitted(row, tokens, handle.pages + own_pages, handle)

    def finish(self, request: Admitted) -> None:
        """Let a request go: its prompt is cached, the rest of its pages and its row are free."""
        self.free_pages += self.cache.insert(request.tokens, request.pages)
        self.free_rows.append(request.row)
