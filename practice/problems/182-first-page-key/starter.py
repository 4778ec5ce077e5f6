from collections.abc import Callable, Hashable

KeyFn = Callable[[list[int]], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    """What a child is filed under: its first page, since matching goes by whole pages."""
    raise NotImplementedError("not written yet")


class Children:
    """The runs of tokens below one node, by their first page."""

    def __init__(self, page_size: int) -> None:
        raise NotImplementedError("not written yet")

    def add(self, run: list[int]) -> None:
        """File a run of whole pages, in the place of one with the same first page."""
        raise NotImplementedError("not written yet")

    def find(self, tokens: list[int]) -> list[int] | None:
        """The run that begins with the first page of ``tokens``, or None."""
        raise NotImplementedError("not written yet")
