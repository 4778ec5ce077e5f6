class PrefillManager:
    """The requests that wait, and who of them may start: first come, first served."""

    def __init__(self, num_rows: int, num_pages: int, page_size: int) -> None:
        raise NotImplementedError("not written yet")

    @property
    def free_rows(self) -> int:
        """Rows that are promised to nobody."""
        raise NotImplementedError("not written yet")

    @property
    def free_pages(self) -> int:
        """Pages that are promised to nobody."""
        raise NotImplementedError("not written yet")

    def add_one_req(self, uid: int, input_len: int, output_len: int) -> None:
        """Queue a request. Raises ValueError for one that the empty pool has no room for."""
        raise NotImplementedError("not written yet")

    def schedule_next_batch(self, token_budget: int) -> list[int]:
        """Start the first requests that fit, and return their uids."""
        raise NotImplementedError("not written yet")

    def finish_req(self, uid: int) -> None:
        """A request ends. Raises RuntimeError if it does not run."""
        raise NotImplementedError("not written yet")

    def abort_req(self, uid: int) -> bool:
        """Take a request out of the queue; False if it is not there."""
        raise NotImplementedError("not written yet")
