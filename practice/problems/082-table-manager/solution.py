import heapq


class TableManager:
    """Hands out rows of the page table, one for each running request."""

    def __init__(self, num_rows: int) -> None:
        self._free_rows = list(range(num_rows))  # ascending, which is a heap
        self._taken: set[int] = set()

    @property
    def available_size(self) -> int:
        """How many rows are free."""
        return len(self._free_rows)

    def allocate(self) -> int:
        """Take the lowest free row. Raises RuntimeError if there is none."""
        if not self._free_rows:
            raise RuntimeError("no row of the page table is free")
        row = heapq.heappop(self._free_rows)
        self._taken.add(row)
        return row

    def free(self, row: int) -> None:
        """Give a row back. Raises RuntimeError for one that is not taken."""
        if row not in self._taken:
            raise RuntimeError(f"row {row} is not taken")
        self._taken.remove(row)
        heapq.heappush(self._free_rows, row)
