class TableManager:
    """Hands out rows of the page table, one for each running request."""

    def __init__(self, num_rows: int) -> None:
        raise NotImplementedError("not written yet")

    @property
    def available_size(self) -> int:
        """How many rows are free."""
        raise NotImplementedError("not written yet")

    def allocate(self) -> int:
        """Take the lowest free row. Raises RuntimeError if there is none."""
        raise NotImplementedError("not written yet")

    def free(self, row: int) -> None:
        """Give a row back. Raises RuntimeError for one that is not taken."""
        raise NotImplementedError("not written yet")
