"""Three requests share one object of parameters, and one of them is cut: what do the others get?"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle

LONGEST = 16  # tokens that a prompt and its answer may have together
PROMPT_LENS = [4, 13, 6]


class Prefix(BaseCacheHandle):
    def get_matched_indices(self) -> torch.Tensor:
        return torch.arange(self.cached_len, dtype=torch.int32)


@dataclass
class OpenParams:
    """Parameters that anybody may assign to."""

    max_tokens: int


def admit(all_params: list) -> list[int]:
    """How many tokens each request may generate."""
    prompts = [torch.zeros(length, dtype=torch.int32) for length in PROMPT_LENS]
    pairs = enumerate(zip(prompts, all_params, strict=True))
    reqs = [Req(ids, i, 0, p.max_tokens, i, p, Prefix(0)) for i, (ids, p) in pairs]
    return [req.remain_len for req in reqs]


def cut_in_place(params: OpenParams, room: int) -> OpenParams:
    if params.max_tokens > room:
        params.max_tokens = room
    return params


def cut_a_copy(params: SamplingParams, room: int) -> SamplingParams:
    if params.max_tokens > room:
        params = dataclasses.replace(params, max_tokens=room)
    return params


rooms = [LONGEST - length for length in PROMPT_LENS]
print(f"room for an answer: {rooms}; each asks for 8")
shared = OpenParams(max_tokens=8)
print(f"cut in place:  {admit([cut_in_place(shared, room) for room in rooms])}")
frozen = SamplingParams(max_tokens=8)
print(f"cut in a copy: {admit([cut_a_copy(frozen, room) for room in rooms])}")
try:
    frozen.max_tokens = 3  # type: ignore[misc]
except dataclasses.FrozenInstanceError as error:
    print(f"assigning to it: {type(error).__name__}, {error}")
print(f"max_tokens afterwards: open {shared.max_tokens}, frozen {frozen.max_tokens}")
