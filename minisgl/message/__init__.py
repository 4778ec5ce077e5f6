"""Messages between the scheduler and its callers."""

from .backend import AbortBackendMsg, BaseBackendMsg, BatchBackendMsg, UserMsg
from .tokenizer import BaseTokenizerMsg, DetokenizeMsg, FinishReason, RejectMsg

__all__ = [
    "AbortBackendMsg",
    "BaseBackendMsg",
    "BaseTokenizerMsg",
    "BatchBackendMsg",
    "DetokenizeMsg",
    "FinishReason",
    "RejectMsg",
    "UserMsg",
]
