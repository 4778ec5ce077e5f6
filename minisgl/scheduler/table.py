"""Who owns which row of the page table."""

from __future__ import annotations

import torch


class TableManager:
    """Hands out rows of the page table, one for each running request.

    Args:
        max_running_req: rows that may be handed out; the table may have more.
        page_table: int32, shape (rows, max_seq_len).

    Raises:
        ValueError: if the table has fewer rows than may be handed out.
    """

    def __init__(self, max_running_req: int, page_table: torch.Tensor) -> None:
        if len(page_table) < max_running_req:
            raise ValueError(f"{max_running_req} requests, but {len(page_table)} rows")
        self._free_rows = list(range(max_running_req - 1, -1, -1))  # the lowest is taken first

    @property
    def available_size(self) -> int:
        """Rows that are free."""
        return len(self._free_rows)

    def allocate(self) -> int:
        """Take a free row.

        Raises:
            RuntimeError: if there is none.
        """
        if not self._free_rows:
            raise RuntimeError("no row of the page table is free")
        return self._free_rows.pop()

    def free(self, table_idx: int) -> None:
        """Give a row back.

        Raises:
            RuntimeError: if it is free already: two requests would share it later.
        """
        if table_idx in self._free_rows:
            raise RuntimeError(f"row {table_idx} of the page table is freed twice")
        self._free_rows.append(table_idx)
