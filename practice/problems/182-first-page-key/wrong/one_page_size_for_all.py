"""Remembers the page size for the whole program instead of in the function that is returned."""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


page_size_in_use = 1


def first_page(tokens: list[int]) -> Hashable:
    return tokens[0] if page_size_in_use == 1 else tuple(tokens[:page_size_in_use])


def make_key_fn(page_size: int) -> KeyFn:
    global page_size_in_use
    page_size_in_use = page_size
    return first_page


class Children:
    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._key_fn = make_key_fn(page_size)
        self._runs: dict[Hashable, list[int]] = {}

    def add(self, run: list[int]) -> None:
        self._runs[self._key_fn(run)] = run

    def find(self, tokens: list[int]) -> list[int] | None:
        if len(tokens) < self._page_size:
            return None
        return self._runs.get(self._key_fn(tokens))
