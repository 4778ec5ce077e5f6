"""Takes the first page out of the list that it is asked for, which the caller goes on to use."""

from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    """What a child is filed under: its first page, since matching goes by whole pages."""
    if page_size == 1:
        return lambda tokens: tokens[0]
    return lambda tokens: tuple(tokens[:page_size])


class Children:
    """The runs of tokens below one node, by their first page."""

    def __init__(self, page_size: int) -> None:
        self._page_size = page_size
        self._runs: dict[Hashable, list[int]] = {}

    def add(self, run: list[int]) -> None:
        """File a run of whole pages, in the place of one with the same first page."""
        self._runs[tuple(run[: self._page_size])] = run

    def find(self, tokens: list[int]) -> list[int] | None:
        """The run that begins with the first page of ``tokens``, or None."""
        if len(tokens) < self._page_size:
            return None
        return self._runs.get(tuple(tokens.pop(0) for _ in range(self._page_size)))
