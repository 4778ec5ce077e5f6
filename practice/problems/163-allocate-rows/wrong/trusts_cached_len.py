"""Takes cached_len for what the row holds: a forward that failed is given pages twice."""

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

    def attach_prefix(self, table_idx, slots):
        self.page_table[table_idx, : len(slots)] = slots

    def allocate_paged(self, reqs):
        first_pages = [-(-req.cached_len // self.page_size) for req in reqs]
        last_pages = [-(-req.device_len // self.page_size) for req in reqs]
        if sum(last_pages) - sum(first_pages) > len(self.free_slots):
            raise RuntimeError("too few pages are free")
        out_loc = [torch.empty(0, dtype=torch.int32)]
        for req, first, last in zip(reqs, first_pages, last_pages, strict=True):
            own, self.free_slots = self.free_slots[: last - first], self.free_slots[last - first :]
            start, end = first * self.page_size, last * self.page_size
            self.page_table[req.table_idx, start:end] = self._slots(own)
            out_loc.append(self.page_table[req.table_idx, req.cached_len : req.device_len])
        return torch.cat(out_loc)

    def _slots(self, pages):
        return (pages.unsqueeze(1) + torch.arange(self.page_size, dtype=torch.int32)).flatten()
