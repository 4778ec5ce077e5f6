"""A forward is prepared before the last token has arrived: does the request know how long it is?"""

from __future__ import annotations

from collections.abc import Callable

import torch

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle

PROMPT, ANSWER = [10, 11, 12, 13, 14], [71, 72, 73, 74]


class Prefix(BaseCacheHandle):
    def get_matched_indices(self) -> torch.Tensor:
        return torch.arange(self.cached_len, dtype=torch.int32)


class WaitingReq(Req):
    """Grows when the value of a token arrives, not when its forward is done."""

    def complete_one(self) -> None:
        self.cached_len = self.device_len

    def append_host(self, next_token: torch.Tensor) -> None:
        super().append_host(next_token)
        self.device_len = len(self.input_ids)


def life(kind: Callable[..., Req], late: int) -> None:
    """Four forwards; the value of a token arrives ``late`` forwards after its own."""
    params = SamplingParams(max_tokens=len(ANSWER))
    prompt = torch.tensor(PROMPT, dtype=torch.int32)
    req = kind(prompt, 0, 0, params.max_tokens, 0, params, Prefix(0))
    on_the_way: list[int] = []
    for step, token in enumerate(ANSWER):
        positions = list(range(req.cached_len, req.device_len))
        print(f"  forward {step}: {len(req.input_ids)} on the CPU, computes positions {positions}")
        if not positions:
            print("  no token, so no scores to choose from")
            return
        req.complete_one()
        on_the_way.append(token)
        if len(on_the_way) > late:
            req.append_host(torch.tensor([on_the_way.pop(0)], dtype=torch.int32))


print("each token arrives before the next forward; grows with the forward:")
life(Req, late=0)
print("each token arrives before the next forward; grows with the token:")
life(WaitingReq, late=0)
print("each token arrives one forward late; grows with the forward:")
life(Req, late=1)
print("each token arrives one forward late; grows with the token:")
life(WaitingReq, late=1)
