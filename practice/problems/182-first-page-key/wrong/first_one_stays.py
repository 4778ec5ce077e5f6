"""Keeps the run that was filed first, so that a split node is never replaced by its first part."""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    if page_size == 1:
        return lambda tokens: tokens[0]
    return lambda tokens: tuple(tokens[:page_size])


class Children:
    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._key_fn = make_key_fn(page_size)
        self._runs: dict[Hashable, list[int]] = {}

    def add(self, run: list[int]) -> None:
        self._runs.setdefault(self._key_fn(run), run)

    def find(self, tokens: list[int]) -> list[int] | None:
        if len(tokens) < self._page_size:
            return None
        return self._runs.get(self._key_fn(tokens))
