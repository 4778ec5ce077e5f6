class PageAllocator:
    """Hands out whole pages of the pool and takes them back."""

    def __init__(self, num_pages: int, page_size: int) -> None:
        raise NotImplementedError("not written yet")

    @property
    def available_size(self) -> int:
        """How many slots are free."""
        raise NotImplementedError("not written yet")

    def allocate(self, num_tokens: int) -> list[int]:
        """All slots of the lowest free pages that hold num_tokens tokens, in ascending order.

        Raises RuntimeError if there are too few, and changes nothing then.
        """
        raise NotImplementedError("not written yet")

    def free(self, slots: list[int]) -> None:
        """Give whole pages back, by all their slots in any order.

        Raises RuntimeError for anything else, and changes nothing then.
        """
        raise NotImplementedError("not written yet")
