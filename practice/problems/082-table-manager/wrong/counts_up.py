"""Counts the requests, and takes the number of running ones for the next free row."""


class TableManager:
    def __init__(self, num_rows: int) -> None:
        self._num_rows = num_rows
        self._taken: set[int] = set()

    @property
    def available_size(self) -> int:
        return self._num_rows - len(self._taken)

    def allocate(self) -> int:
        if self.available_size == 0:
            raise RuntimeError("no row is free")
        row = len(self._taken)
        self._taken.add(row)
        return row

    def free(self, row: int) -> None:
        if row not in self._taken:
            raise RuntimeError(f"row {row} is not taken")
        self._taken.remove(row)
