"""Walks over the tokens, in plain Python, and opens a page when one is full."""

from typing import NamedTuple

import torch


class Req(NamedTuple):
    table_idx: int
    cached_len: int
    device_len: int


class RowAllocator:
    def __init__(self, free_slots, page_table, page_size):
        self.free_slots = free_slots
        self.page_table = page_table
        self.page_size = page_size
        self.rows = [[] for _ in range(len(page_table))]

    def attach_prefix(self, table_idx, slots):
        self.rows[table_idx] = slots.tolist()
        self._write(table_idx)

    def allocate_paged(self, reqs):
        free = self.free_slots.tolist()
        new_rows = {}
        for req in reqs:
            row = list(self.rows[req.table_idx])
            while len(row) < req.device_len:
                if not free:
                    raise RuntimeError("no page is free")
                first = free.pop(0)
                row += range(first, first + self.page_size)
            new_rows[req.table_idx] = row
        self.free_slots = torch.tensor(free, dtype=torch.int32)
        for table_idx, row in new_rows.items():
            self.rows[table_idx] = row
            self._write(table_idx)
        out_loc = []
        for req in reqs:
            out_loc += self.rows[req.table_idx][req.cached_len : req.device_len]
        return torch.tensor(out_loc, dtype=torch.int32)

    def _write(self, table_idx):
        for place, slot in enumerate(self.rows[table_idx]):
            self.page_table[table_idx, place] = slot
