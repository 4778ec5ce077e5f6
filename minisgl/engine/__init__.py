"""The engine: from a batch to its next tokens."""

from .config import EngineConfig
from .engine import Engine, ForwardOutput
from .graph import GraphRunner
from .sample import BatchSamplingArgs, Sampler, filter_probs

__all__ = [
    "BatchSamplingArgs",
    "Engine",
    "EngineConfig",
    "ForwardOutput",
    "GraphRunner",
    "Sampler",
    "filter_probs",
]
