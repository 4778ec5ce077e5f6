from typing import NamedTuple

import torch


class Req(NamedTuple):
    """A running request.

    Attributes:
        table_idx: its row of the page table.
        cached_len: so many of its tokens have their KV in the pool.
        device_len: so many of its tokens are known; the forward computes the difference.
    """

    table_idx: int
    cached_len: int
    device_len: int


class RowAllocator:
    """Gives pages to the rows of a page table.

    Attributes:
        free_slots: the first slots of the free pages, int32, the next to be taken first.
    """

    free_slots: torch.Tensor

    def __init__(self, free_slots: torch.Tensor, page_table: torch.Tensor, page_size: int) -> None:
        self.free_slots = free_slots
        self.page_table = page_table
        self.page_size = page_size
        # Slots that each row holds, always whole pages.
        self._held_len = [0] * len(page_table)

    def attach_prefix(self, table_idx: int, slots: torch.Tensor) -> None:
        """Let a new row begin with the slots of a cached prefix, whole pages."""
        self.page_table[table_idx, : len(slots)] = slots
        self._held_len[table_idx] = len(slots)

    def allocate_paged(self, reqs: list[Req]) -> torch.Tensor:
        """Give each request the pages that it needs; return the slots of the tokens to compute."""
        total = sum(self._missing_pages(req) for req in reqs)
        if total > len(self.free_slots):
            raise RuntimeError(f"{total} pages wanted, {len(self.free_slots)} free")
        out_loc = [torch.empty(0, dtype=torch.int32)]  # cat wants one tensor at least
        for req in reqs:
            count = self._missing_pages(req)
            own, self.free_slots = self.free_slots[:count], self.free_slots[count:]
            start = self._held_len[req.table_idx]
            end = start + count * self.page_size
            self.page_table[req.table_idx, start:end] = self._slots(own)
            self._held_len[req.table_idx] = end
            out_loc.append(self.page_table[req.table_idx, req.cached_len : req.device_len])
        return torch.cat(out_loc)

    def _missing_pages(self, req: Req) -> int:
        pages = (req.device_len + self.page_size - 1) // self.page_size
        return max(0, pages - self._held_len[req.table_idx] // self.page_size)

    def _slots(self, pages: torch.Tensor) -> torch.Tensor:
        """All slots of pages that are given by their first."""
        offsets = torch.arange(self.page_size, dtype=torch.int32)
        return (pages.unsqueeze(1) + offsets).flatten()
