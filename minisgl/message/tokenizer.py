"""What the scheduler says to whoever turns tokens into text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .utils import decode, encode

FinishReason = Literal["stop", "length", "abort"]


@dataclass(frozen=True)
class BaseTokenizerMsg:
    """A message from the scheduler."""

    def encoder(self) -> Any:
        return encode(self)

    @staticmethod
    def decoder(document: Any) -> BaseTokenizerMsg:
        return decode(document, {t.__name__: t for t in (DetokenizeMsg, RejectMsg)})


@dataclass(frozen=True)
class DetokenizeMsg(BaseTokenizerMsg):
    """One more token of a request, and why it was the last if it was."""

    uid: int
    next_token: int
    finish_reason: FinishReason | None = None

    @property
    def finished(self) -> bool:
        return self.finish_reason is not None


@dataclass(frozen=True)
class RejectMsg(BaseTokenizerMsg):
    """A request that can never run, and why."""

    uid: int
    reason: str
