"""Makes one number of a page, with a base that is smaller than the tokens: pages collide."""

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

    def _number(self, tokens: list[int]) -> int:
        number = 0
        for token in tokens[: self._page_size]:
            number = 31 * number + token
        return number

    def add(self, run: list[int]) -> None:
        """File a run of whole pages, in the place of one with the same first page."""
        self._runs[self._number(run)] = run

    def find(self, tokens: list[int]) -> list[int] | None:
        """The run that begins with the first page of ``tokens``, or None."""
        if len(tokens) < self._page_size:
            return None
        return self._runs.get(self._number(tokens))
