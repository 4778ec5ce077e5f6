"""Rotary position embedding (Su et al. 2021): a head is turned by an angle for each position.

Pair i of a head, its elements i and i + head_dim / 2, turns by position / base^(2i / head_dim)
radians. The product of a turned query and a turned key depends on their distance alone.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import torch

from .base import BaseOP


@dataclass(frozen=True)
class RotaryConfig:
    """
    Attributes:
        head_dim: elements of a head, an even number.
        max_position: positions for which angles are kept.
        base: "rope_theta" of a config.
        scaling: "default", "linear" or "llama3": how long contexts are squeezed in.
        factor: how many times longer the context became.
        low_freq_factor, high_freq_factor, original_max_position: for "llama3" only.
    """

    head_dim: int
    max_position: int
    base: float
    scaling: str = "default"
    factor: float = 1.0
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    original_max_position: int = 8192


def inverse_frequencies(config: RotaryConfig) -> torch.Tensor:
    """Radians that each pair turns for one position, float32, shape (head_dim / 2,).

    Raises:
        ValueError: for a scaling that is not offered.
    """
    exponents = torch.arange(0, config.head_dim, 2, dtype=torch.float32) / config.head_dim
    frequencies = 1.0 / config.base**exponents
    if config.scaling == "default":
        return frequencies
    if config.scaling == "linear":
        return frequencies / config.factor
    if config.scaling == "llama3":
        return _scale_llama3(frequencies, config)
    raise ValueError(f"RoPE scaling {config.scaling!r} is not offered: default, linear, llama3 are")


def _scale_llama3(frequencies: torch.Tensor, config: RotaryConfig) -> torch.Tensor:
    """Llama 3.1's rule: leave fast pairs alone, slow the slow ones, blend in between."""
    low, high = config.low_freq_factor, config.high_freq_factor
    turns = config.original_max_position * frequencies / (2 * math.pi)  # in the original context
    blend = ((turns - low) / (high - low)).clamp(0.0, 1.0)  # 0: slowed, 1: left alone
    return blend * frequencies + (1 - blend) * frequencies / config.factor


class RotaryEmbedding(BaseOP):
    """Turns queries and keys, each (tokens, heads, head_dim), by positions (tokens,)."""

    def __init__(self, config: RotaryConfig) -> None:
        positions = torch.arange(config.max_position, dtype=torch.float32)
        angles = torch.outer(positions, inverse_frequencies(config))
        self._cos = angles.cos().repeat(1, 2)  # both elements of a pair turn alike
        self._sin = angles.sin().repeat(1, 2)

    def forward(
        self, positions: torch.Tensor, q: torch.Tensor, k: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        cos = self._cos[positions].unsqueeze(1).to(q.dtype)  # (tokens, 1, head_dim): for all heads
        sin = self._sin[positions].unsqueeze(1).to(q.dtype)
        return q * cos + _quarter_turn(q) * sin, k * cos + _quarter_turn(k) * sin


def _quarter_turn(x: torch.Tensor) -> torch.Tensor:
    """Each pair (a, b) becomes (-b, a)."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


@functools.lru_cache(maxsize=4)
def _make_rope(config: RotaryConfig, device: torch.device) -> RotaryEmbedding:
    with device:
        return RotaryEmbedding(config)


def get_rope(config: RotaryConfig) -> RotaryEmbedding:
    """The embedding for the current default device; all layers of a model share one."""
    return _make_rope(config, torch.get_default_device())
