"""Compares as many tokens as there are, so that a part of a page finds a run already."""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    if page_size == 1:
        return lambda tokens: tokens[0]
    return lambda tokens: tuple(tokens[:page_size])


class Children:
    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._runs: list[list[int]] = []

    def add(self, run: list[int]) -> None:
        page = run[: self._page_size]
        self._runs = [other for other in self._runs if other[: self._page_size] != page]
        self._runs.append(run)

    def find(self, tokens: list[int]) -> list[int] | None:
        page = tokens[: self._page_size]
        for run in self._runs:
            if all(a == b for a, b in zip(run, page, strict=False)):
                return run
        return None
