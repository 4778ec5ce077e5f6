"""What is said to the scheduler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from minisgl.core import SamplingParams

from .utils import decode, encode


@dataclass(frozen=True)
class BaseBackendMsg:
    """A message to the scheduler."""

    def encoder(self) -> Any:
        return encode(self)

    @staticmethod
    def decoder(document: Any) -> BaseBackendMsg:
        types = (UserMsg, BatchBackendMsg, AbortBackendMsg, SamplingParams)
        return decode(document, {t.__name__: t for t in types})


@dataclass(frozen=True, eq=False)
class UserMsg(BaseBackendMsg):
    """Generate: ``input_ids`` are the prompt's tokens, int32, shape (tokens,)."""

    uid: int
    input_ids: torch.Tensor
    sampling_params: SamplingParams


@dataclass(frozen=True)
class BatchBackendMsg(BaseBackendMsg):
    """Several messages at once, to be taken in order before anything runs."""

    data: list[BaseBackendMsg]


@dataclass(frozen=True)
class AbortBackendMsg(BaseBackendMsg):
    """Forget a request; an unknown or finished one is no error."""

    uid: int
