"""The arithmetic of ragged batches: requests of any length, end to end in one row of tokens."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from minisgl.core import Req


def make_offsets(lengths: list[int]) -> list[int]:
    """Where each request starts, and the end of all: [3, 1, 2] -> [0, 3, 4, 6]."""
    return [0, *accumulate(lengths)]


def make_positions(reqs: list[Req]) -> torch.Tensor:
    """The place of each computed token in its own request, int64 on the CPU, shape (tokens,).

    A request of which 5 of 8 tokens are cached gives 5, 6, 7: not 0, 1, 2.
    """
    return torch.cat([torch.arange(req.cached_len, req.device_len) for req in reqs])


def make_causal_mask(cached_len: int, device_len: int, device: torch.device) -> torch.Tensor:
    """True where token cached_len + i may look at token j: shape (extend_len, device_len)."""
    rows = torch.arange(cached_len, device_len, device=device).unsqueeze(1)
    return torch.arange(device_len, device=device) <= rows
