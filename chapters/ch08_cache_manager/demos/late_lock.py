"""When is the matched prefix locked? Before the pages are counted, after it, or not at all."""

from __future__ import annotations

import torch
from dict_cache import DictCache  # type: ignore[import-not-found]

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle
from minisgl.scheduler import CacheManager, PendingReq, PrefillAdder, TableManager


class LateManager(CacheManager):
    """Lets the admission count first: the lock is taken when the row is made."""

    def lock(self, handle: BaseCacheHandle) -> None:
        pass

    def unlock(self, handle: BaseCacheHandle) -> None:
        pass

    def attach_prefix(self, table_idx: int, handle: BaseCacheHandle) -> None:
        super().lock(handle)
        super().attach_prefix(table_idx, handle)


class NoLockManager(LateManager):
    """Never locks at all."""

    def attach_prefix(self, table_idx: int, handle: BaseCacheHandle) -> None:
        CacheManager.attach_prefix(self, table_idx, handle)


def admit(manager: CacheManager, uid: int, output_len: int, *ids: int) -> Req | None:
    pending = PendingReq(uid, torch.tensor(ids), SamplingParams(max_tokens=output_len))
    tables = TableManager(1, manager.page_table)
    adder = PrefillAdder(8192, 0, manager, tables)
    return adder.reqs[0] if adder.try_add_one(pending) else None


def story(kind: type[CacheManager]) -> None:
    """Eight slots: four cached, two gone to others for good, two free. The request needs four."""
    manager = kind(8, 1, torch.full((1, 8), -1, dtype=torch.int32), "naive")
    manager.prefix_cache = DictCache(page_size=1)
    prompt = torch.tensor([1, 2, 3, 4])
    manager.prefix_cache.insert_prefix(prompt, torch.arange(4, dtype=torch.int32))
    manager.free_slots = manager.free_slots[6:]
    print(f"  before: available {manager.available_size}, free {manager.free_slots.tolist()}")
    req = admit(manager, 0, 3, 1, 2, 3, 4, 5)
    if req is None:
        print("  it has to wait")
        return
    try:
        for _ in range(3):
            manager.allocate_paged([req])
            slots = manager.page_table[0, : req.device_len].tolist()
            print(f"  row {slots}{': a slot twice' if len(set(slots)) < len(slots) else ''}")
            req.complete_one()
    except RuntimeError as error:
        print(f"  it runs, and then: {error}")


for name, kind in {
    "locked before the count": CacheManager,
    "locked after the count": LateManager,
    "never locked": NoLockManager,
}.items():
    print(f"{name}:")
    story(kind)
