"""Looks children up by the tokens written one after another: 1, 23 and 12, 3 are the same text."""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    if page_size == 1:
        return lambda tokens: tokens[0]
    return lambda tokens: tuple(tokens[:page_size])


class Children:
    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._runs: dict[str, list[int]] = {}

    def _name(self, tokens: list[int]) -> str:
        return "".join(str(token) for token in tokens[: self._page_size])

    def add(self, run: list[int]) -> None:
        self._runs[self._name(run)] = run

    def find(self, tokens: list[int]) -> list[int] | None:
        if len(tokens) < self._page_size:
            return None
        return self._runs.get(self._name(tokens))
