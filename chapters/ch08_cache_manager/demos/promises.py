"""What must be there before a request may start? Three promises, and how far each one carries."""

from __future__ import annotations

from collections.abc import Callable

import torch

from minisgl.core import Req, SamplingParams
from minisgl.scheduler import CacheManager, PendingReq
from minisgl.utils import align_up

Claim = Callable[[CacheManager, Req], int]


def prompt_in_pages(manager: CacheManager, req: Req) -> int:
    """Nothing any more once the prompt is computed."""
    return align_up(req.device_len, manager.page_size) if req.cached_len == 0 else 0


def life_in_tokens(manager: CacheManager, req: Req) -> int:
    return req.max_device_len - req.cached_len


def life_in_pages(manager: CacheManager, req: Req) -> int:
    return manager.missing_size(req)


def make_request(manager: CacheManager, uid: int, input_len: int, output_len: int) -> Req:
    params = SamplingParams(max_tokens=output_len)
    pending = PendingReq(uid, torch.full((input_len,), 7, dtype=torch.int32), params)
    handle = manager.match_req(pending).cuda_handle
    manager.attach_prefix(uid, handle)
    return Req(pending.input_ids, uid, 0, output_len, uid, params, handle)


def serve(claim: Claim, input_len: int, output_len: int) -> str:
    """Five equal requests, four pages of four; each step computes everybody who was let in."""
    manager = CacheManager(4, 4, torch.zeros(5, 16, dtype=torch.int32), "naive")
    waiting = [make_request(manager, uid, input_len, output_len) for uid in range(5)]
    running: list[Req] = []
    steps, together, done = 0, 0, 0
    while waiting or running:
        while waiting:
            claims = [claim(manager, req) for req in [*running, waiting[0]]]
            if sum(claims) > manager.available_size:
                break
            running.append(waiting.pop(0))
        steps, together = steps + 1, max(together, len(running))
        try:
            manager.allocate_paged(running)
        except RuntimeError as error:
            return f"{together} at once, {done} done; step {steps}: {error}"
        for req in running:
            req.complete_one()
            req.append_host(torch.tensor([7], dtype=torch.int32))
        for req in [req for req in running if not req.can_decode]:
            running.remove(req)
            manager.cache_req(req, finished=True)
            done += 1
    return f"{together} at once, {done} done in {steps} steps"


CLAIMS: dict[str, Claim] = {
    "prompt in pages": prompt_in_pages,
    "life in tokens": life_in_tokens,
    "life in pages": life_in_pages,
}
for lengths in ((2, 1), (2, 6)):
    print(f"prompts of {lengths[0]} tokens, answers of {lengths[1]}:")
    for name, claim in CLAIMS.items():
        print(f"  {name:<16} {serve(claim, *lengths)}")
