"""Two equal prompts in one batch: whose pages does the second one read when both are cached?"""

from __future__ import annotations

import torch

from minisgl.core import Context, Req, SamplingParams, reset_global_ctx, set_global_ctx
from minisgl.scheduler import CacheManager, PendingReq


class ForgetfulManager(CacheManager):
    """Frees the duplicate pages, as it should, but leaves the row as it was."""

    def cache_req(self, req: Req, *, finished: bool) -> None:
        before = self.page_table[req.table_idx].clone()
        super().cache_req(req, finished=finished)
        self.page_table[req.table_idx] = before


def admit(manager: CacheManager, uid: int, *ids: int) -> Req:
    """A request that starts on the row of its own number."""
    params = SamplingParams(max_tokens=4)
    pending = PendingReq(uid, torch.tensor(ids, dtype=torch.int32), params)
    handle = manager.match_req(pending).cuda_handle
    manager.lock(handle)
    manager.attach_prefix(uid, handle)
    return Req(pending.input_ids, uid, handle.cached_len, 4, uid, params, handle)


def compute(manager: CacheManager, pool: dict[int, int], reqs: list[Req]) -> None:
    """A forward without a model: a slot of the pool remembers whose KV it would hold."""
    manager.allocate_paged(reqs)
    for req in reqs:
        slots = row(manager, req)[req.cached_len :]
        pool.update(zip(slots, req.input_ids[req.cached_len :].tolist(), strict=True))
        req.complete_one()


def row(manager: CacheManager, req: Req) -> list[int]:
    slots: list[int] = manager.page_table[req.table_idx, : len(req.input_ids)].tolist()
    return slots


def story(manager: CacheManager) -> None:
    pool: dict[int, int] = {}
    a, b = admit(manager, 0, 1, 2, 3, 4), admit(manager, 1, 1, 2, 3, 4)
    compute(manager, pool, [a, b])
    print(f"  computed:    row A {row(manager, a)}, row B {row(manager, b)}")
    for req in (a, b):
        manager.cache_req(req, finished=False)
    print(f"  both cached: row A {row(manager, a)}, row B {row(manager, b)}", end="")
    print(f", free {manager.free_slots.tolist()}")
    manager.check_integrity([a, b])
    print("  check_integrity finds nothing wrong")
    c = admit(manager, 2, 9, 9, 9, 9)
    compute(manager, pool, [c])
    print(f"  C comes:     row C {row(manager, c)}")
    print(f"  B is [1, 2, 3, 4] and reads {[pool[slot] for slot in row(manager, b)]}")


for name, kind in {"the row is left as it was": ForgetfulManager, "mended": CacheManager}.items():
    set_global_ctx(Context(page_size=1))
    print(f"{name}:")
    story(kind(8, 1, torch.zeros(3, 8, dtype=torch.int32), "radix"))
    reset_global_ctx()
