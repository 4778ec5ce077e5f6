"""Which rank of how many this process is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DistributedInfo:
    """A place in a tensor-parallel group.

    Raises:
        ValueError: unless 0 <= rank < size.
    """

    rank: int
    size: int

    def __post_init__(self) -> None:
        if not 0 <= self.rank < self.size:
            raise ValueError(f"rank {self.rank} is not in a group of {self.size}")

    @property
    def is_primary(self) -> bool:
        return self.rank == 0


_tp_info: DistributedInfo | None = None


def set_tp_info(info: DistributedInfo | None) -> None:
    """Say which rank this process is; None forgets it."""
    global _tp_info
    _tp_info = info


def try_get_tp_info() -> DistributedInfo | None:
    """The rank of this process, or None if nobody has said it."""
    return _tp_info


def get_tp_info() -> DistributedInfo:
    """The rank of this process; a process to which nobody said anything is alone."""
    return _tp_info or DistributedInfo(rank=0, size=1)
