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
        raise NotImplementedError("not written yet")

    def attach_prefix(self, table_idx: int, slots: torch.Tensor) -> None:
        """Let a new row begin with the slots of a cached prefix, whole pages."""
        raise NotImplementedError("not written yet")

    def allocate_paged(self, reqs: list[Req]) -> torch.Tensor:
        """Give each request the pages that it needs; return the slots of the tokens to compute."""
        raise NotImplementedError("not written yet")
