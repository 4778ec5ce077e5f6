"""A request has ended: how many of its tokens may the next turn find in the cache?"""

from __future__ import annotations

from collections.abc import Callable

import torch

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle

PROMPT, ANSWER, FOLLOW_UP = [10, 11, 12, 13, 14], [71, 72, 73, 74], [20, 21]


class Prefix(BaseCacheHandle):
    def get_matched_indices(self) -> torch.Tensor:
        return torch.arange(self.cached_len, dtype=torch.int32)


def run(ids: list[int], cached_len: int, answer: list[int], pool: dict[int, int]) -> Req:
    """A whole life. What a forward computes, it writes to the pool: the token at its position."""
    params = SamplingParams(max_tokens=len(answer))
    row = torch.tensor(ids, dtype=torch.int32)
    req = Req(row, 0, cached_len, params.max_tokens, 0, params, Prefix(cached_len))
    for token in answer:
        computed = req.input_ids[req.cached_len :].tolist()
        pool.update(enumerate(computed, start=req.cached_len))
        req.complete_one()
        req.append_host(torch.tensor([token], dtype=torch.int32))
    return req


def two_turns(kept_len: Callable[[Req], int]) -> None:
    pool: dict[int, int] = {}
    first = run(PROMPT, 0, ANSWER, pool)
    found = kept_len(first)
    ids = first.input_ids.tolist() + FOLLOW_UP
    run(ids, found, [81], pool)
    print(f"  the next turn finds {found} tokens and computes {ids[found:]}")
    print(f"  it reads the KV of {[pool.get(i, '?') for i in range(len(ids))]}")


print(f"a conversation: {PROMPT}, answered by {ANSWER}, goes on with {FOLLOW_UP}")
print("kept: every token, len(req.input_ids):")
two_turns(lambda req: len(req.input_ids))
print("kept: what has KV, req.cached_len:")
two_turns(lambda req: req.cached_len)
