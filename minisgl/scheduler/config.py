"""What a scheduler is told beside what its engine is."""

from __future__ import annotations

from dataclasses import dataclass

from minisgl.engine import EngineConfig


@dataclass(frozen=True)
class SchedulerConfig(EngineConfig):
    """
    Attributes:
        cache_type: which prefix cache: a name in ``kvcache.PREFIX_CACHES``.
        max_extend_tokens: the most tokens of a prefill batch; one longer prompt still goes alone.

    Raises:
        ValueError: for a number that makes no scheduler.
    """

    cache_type: str = "naive"
    max_extend_tokens: int = 8192

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_extend_tokens < 1:
            raise ValueError(f"max_extend_tokens must be at least 1, not {self.max_extend_tokens}")
