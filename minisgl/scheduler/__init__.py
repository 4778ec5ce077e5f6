"""The scheduler: many requests, one engine."""

from .cache import CacheManager
from .config import SchedulerConfig
from .decode import DecodeManager
from .prefill import PrefillAdder, PrefillManager
from .scheduler import ForwardInput, Scheduler
from .table import TableManager
from .utils import PendingReq

__all__ = [
    "CacheManager",
    "DecodeManager",
    "ForwardInput",
    "PendingReq",
    "PrefillAdder",
    "PrefillManager",
    "Scheduler",
    "SchedulerConfig",
    "TableManager",
]
