"""Everything an engine is told when it is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import torch

from minisgl.distributed import DistributedInfo
from minisgl.models import ModelConfig
from minisgl.utils import load_hf_config


@dataclass(frozen=True)
class EngineConfig:
    """
    Attributes:
        model_path: a model folder in the Hugging Face layout.
        max_running_req: rows of the page table: requests that can run at the same time.
        page_size: tokens in a page.
        memory_ratio: share of the free memory that the KV pool may take.
        max_seq_len_override: the longest sequence, instead of what the model allows.
        num_page_override: pages of the pool, instead of what the memory allows.

    Raises:
        ValueError: for a number that makes no engine.
    """

    model_path: Path
    device: torch.device
    dtype: torch.dtype
    tp_info: DistributedInfo = field(default_factory=lambda: DistributedInfo(rank=0, size=1))
    max_running_req: int = 64
    attention_backend: str = "torch"
    page_size: int = 1
    memory_ratio: float = 0.5
    max_seq_len_override: int | None = None
    num_page_override: int | None = None

    def __post_init__(self) -> None:
        for name in ("max_running_req", "page_size", "max_seq_len_override", "num_page_override"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if not 0.0 < self.memory_ratio <= 1.0:
            raise ValueError(f"memory_ratio must be in (0, 1], not {self.memory_ratio}")
        if self.tp_info.size > 1:
            raise ValueError("this engine runs on one rank: tp_info.size must be 1")

    @cached_property
    def model_config(self) -> ModelConfig:
        return ModelConfig.from_hf(load_hf_config(self.model_path))

    @property
    def max_seq_len(self) -> int:
        """Tokens of the longest sequence; never more than the model has positions for."""
        most = self.model_config.max_position
        return most if self.max_seq_len_override is None else min(self.max_seq_len_override, most)
