"""Hands out the row that was given back last, not the lowest."""


class TableManager:
    def __init__(self, num_rows: int) -> None:
        self._free_rows = list(range(num_rows - 1, -1, -1))
        self._num_rows = num_rows

    @property
    def available_size(self) -> int:
        return len(self._free_rows)

    def allocate(self) -> int:
        if not self._free_rows:
            raise RuntimeError("no row is free")
        return self._free_rows.pop()

    def free(self, row: int) -> None:
        if row in self._free_rows or not 0 <= row < self._num_rows:
            raise RuntimeError(f"row {row} is not taken")
        self._free_rows.append(row)
