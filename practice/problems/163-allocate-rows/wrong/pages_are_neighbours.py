"""Counts on from the first page, as if the pages that a request gets lay side by side."""

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
        self.held_len = [0] * len(page_table)

    def attach_prefix(self, table_idx, slots):
        self.page_table[table_idx, : len(slots)] = slots
        self.held_len[table_idx] = len(slots)

    def allocate_paged(self, reqs):
        missing = [
            max(0, -(-(req.device_len - self.held_len[req.table_idx]) // self.page_size))
            for req in reqs
        ]
        if sum(missing) > len(self.free_slots):
            raise RuntimeError("too few pages are free")
        out_loc = [torch.empty(0, dtype=torch.int32)]
        for req, count in zip(reqs, missing, strict=True):
            own, self.free_slots = self.free_slots[:count], self.free_slots[count:]
            first = own[0].item() if count else 0
            start = self.held_len[req.table_idx]
            end = start + count * self.page_size
            self.page_table[req.table_idx, start:end] = torch.arange(
                first, first + end - start, dtype=torch.int32
            )
            self.held_len[req.table_idx] = end
            out_loc.append(self.page_table[req.table_idx, req.cached_len : req.device_len])
        return torch.cat(out_loc)
