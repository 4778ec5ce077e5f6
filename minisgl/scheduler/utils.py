"""A request that waits."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from minisgl.core import SamplingParams


@dataclass(frozen=True, eq=False)
class PendingReq:
    """A prompt, int32 on the CPU, shape (tokens,), that has no row and no pages yet."""

    uid: int
    input_ids: torch.Tensor
    sampling_params: SamplingParams

    @property
    def input_len(self) -> int:
        return len(self.input_ids)

    @property
    def output_len(self) -> int:
        return self.sampling_params.max_tokens
