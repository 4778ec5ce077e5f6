"""Takes every row back, also one that is free already.

Seen in: mini-sglang PR 111, where an abort during a prefill frees a row that is freed again later.
"""

import heapq


class TableManager:
    def __init__(self, num_rows: int) -> None:
        self._free_rows = list(range(num_rows))
        self._num_rows = num_rows

    @property
    def available_size(self) -> int:
        return len(self._free_rows)

    def allocate(self) -> int:
        if not self._free_rows:
            raise RuntimeError("no row is free")
        return heapq.heappop(self._free_rows)

    def free(self, row: int) -> None:
        if not 0 <= row < self._num_rows:
            raise RuntimeError(f"the table has no row {row}")
        heapq.heappush(self._free_rows, row)
