"""Keeps the free rows in a list of the class, which all tables share."""

from typing import ClassVar


class TableManager:
    _free_rows: ClassVar[list[int]] = []

    def __init__(self, num_rows: int) -> None:
        self._num_rows = num_rows
        self._free_rows[:] = range(num_rows)

    @property
    def available_size(self) -> int:
        return len(self._free_rows)

    def allocate(self) -> int:
        if not self._free_rows:
            raise RuntimeError("no row is free")
        return self._free_rows.pop(0)

    def free(self, row: int) -> None:
        if row in self._free_rows or not 0 <= row < self._num_rows:
            raise RuntimeError(f"row {row} is not taken")
        self._free_rows.append(row)
        self._free_rows.sort()
