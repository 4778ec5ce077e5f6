"""What does a row of the page table hold, and whose is each page, from admission to the end?"""

from __future__ import annotations

import torch
from dict_cache import DictCache  # type: ignore[import-not-found]

from minisgl.core import Req, SamplingParams
from minisgl.scheduler import CacheManager, PendingReq


class Story:
    """Nine pages of two slots, and two requests that begin alike."""

    def __init__(self) -> None:
        page_table = torch.full((2, 18), -1, dtype=torch.int32)
        self.manager = CacheManager(9, 2, page_table, "naive")
        self.manager.prefix_cache = self.cache = DictCache(page_size=2)
        self.running: list[Req] = []

    def admit(self, uid: int, *ids: int) -> Req:
        params = SamplingParams(max_tokens=3)
        pending = PendingReq(uid, torch.tensor(ids, dtype=torch.int32), params)
        handle = self.manager.match_req(pending).cuda_handle
        self.manager.lock(handle)
        self.manager.attach_prefix(uid, handle)
        req = Req(pending.input_ids, uid, handle.cached_len, 3, uid, params, handle)
        self.running.append(req)
        return req

    def forward(self, token: int, *reqs: Req) -> None:
        """Slots for all of them, then each has computed what it had, and one token more."""
        self.manager.allocate_paged(list(reqs))
        for req in reqs:
            req.complete_one()
            req.append_host(torch.tensor([token], dtype=torch.int32))

    def end(self, req: Req) -> None:
        self.running.remove(req)
        self.manager.cache_req(req, finished=True)

    def show(self, what: str) -> None:
        self.manager.check_integrity(self.running)
        print(what)
        for name, req in zip("AB", self.running, strict=False):
            held = self.manager.page_table[req.table_idx].tolist()
            held = held[: held.index(-1)] if -1 in held else held
            cached = req.cache_handle.cached_len
            missing = self.manager.missing_size(req)
            print(f"  {name}: cached {held[:cached]}, own {held[cached:]}, missing {missing}")
        pages = {prefix[-2:]: slots[0].item() for prefix, slots in self.cache.pages.items()}
        print(f"  cached pages {pages}, free {self.manager.free_slots.tolist()}")


def main() -> None:
    story = Story()
    a, b = story.admit(0, 1, 2, 3, 4), story.admit(1, 1, 2, 3, 4, 5, 6, 7)
    story.forward(8, a, b)
    story.show("both are computed, in one batch:")
    story.manager.cache_req(a, finished=False)
    story.show("A is cached:")
    story.manager.cache_req(b, finished=False)
    story.show("B is cached:")
    story.forward(9, a, b)
    story.show("one more token each:")
    for req in (a, b):
        story.end(req)
    story.show("both have ended:")
    available = story.manager.available_size
    print(f"  available: {available} of {story.manager.num_pages * 2} slots")


if __name__ == "__main__":
    main()
