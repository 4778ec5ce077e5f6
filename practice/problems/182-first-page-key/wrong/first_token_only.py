"""Files children under their first token, whatever the page size: siblings push each other out.

Tests that only ever have pages of one token let it pass.
"""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    if page_size == 1:
        return lambda tokens: tokens[0]
    return lambda tokens: tuple(tokens[:page_size])


class Children:
    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._runs: dict[int, list[int]] = {}

    def add(self, run: list[int]) -> None:
        self._runs[run[0]] = run

    def find(self, tokens: list[int]) -> list[int] | None:
        if len(tokens) < self._page_size:
            return None
        run = self._runs.get(tokens[0])
        if run is None or run[: self._page_size] != tokens[: self._page_size]:
            return None
        return run
