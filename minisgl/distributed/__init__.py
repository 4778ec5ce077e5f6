"""Ranks, and what they say to each other."""

from .impl import all_gather, all_reduce
from .info import DistributedInfo, get_tp_info, set_tp_info, try_get_tp_info

__all__ = [
    "DistributedInfo",
    "all_gather",
    "all_reduce",
    "get_tp_info",
    "set_tp_info",
    "try_get_tp_info",
]
