"""Two ranks add up their parts of a batch row by row. Whose row is row 0?"""

from __future__ import annotations

import torch

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import NaivePrefixCache
from minisgl.scheduler import DecodeManager


class SetOrder(DecodeManager):
    """Lists its requests in the order of a set."""

    @property
    def running_reqs(self) -> list[Req]:
        return [self._running[uid] for uid in set(self._running)]


def make_req(uid: int) -> Req:
    ids = torch.tensor([1, 2, 3], dtype=torch.int32)
    handle = NaivePrefixCache(torch.device("cpu")).match_prefix(ids).cuda_handle
    return Req(ids, 0, 0, 8, uid, SamplingParams(max_tokens=8), handle)


def batch_of(kind: type[DecodeManager], *arrival: int) -> list[int]:
    """The uids of the next batch of a rank on which requests were added in this order."""
    manager = kind()
    for uid in arrival:
        manager.add_reqs([make_req(uid)])
    batch = manager.schedule_next_batch()
    assert batch is not None
    return [req.uid for req in batch.reqs]


def story(kind: type[DecodeManager]) -> None:
    """A request's answer is its uid: rank 0 computes the tens of it and rank 1 the ones."""
    rows = [batch_of(kind, 16, 24, 3), batch_of(kind, 24, 3, 16)]
    tens = [uid // 10 * 10 for uid in rows[0]]
    ones = [uid % 10 for uid in rows[1]]
    print(f"  rank 0 has {rows[0]}, rank 1 has {rows[1]}")
    print(f"  sums {[a + b for a, b in zip(tens, ones, strict=True)]} go to {rows[0]}")


print("in the order of a set:")
story(SetOrder)
print("in the order of the uids:")
story(DecodeManager)
