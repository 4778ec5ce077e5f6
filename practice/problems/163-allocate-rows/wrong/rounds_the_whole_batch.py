"""Rounds the tokens of the batch up as a whole: one request begins in the page of another."""

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
        missing = sum(max(0, req.device_len - self.held_len[req.table_idx]) for req in reqs)
        count = (missing + self.page_size - 1) // self.page_size
        if count > len(self.free_slots):
            raise RuntimeError("too few pages are free")
        slots = self._slots(self.free_slots[:count])
        self.free_slots = self.free_slots[count:]
        out_loc = [torch.empty(0, dtype=torch.int32)]
        for req in reqs:
            start = self.held_len[req.table_idx]
            own_len = max(0, req.device_len - start)
            own, slots = slots[:own_len], slots[own_len:]
            self.page_table[req.table_idx, start : start + own_len] = own
            self.held_len[req.table_idx] = start + own_len
            out_loc.append(self.page_table[req.table_idx, req.cached_len : req.device_len])
        return torch.cat(out_loc)

    def _slots(self, pages):
        return (pages.unsqueeze(1) + torch.arange(self.page_size, dtype=torch.int32)).flatten()
