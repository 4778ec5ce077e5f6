"""The layers that decoders are made of."""

from .activation import silu_and_mul
from .attention import AttentionLayer
from .base import BaseOP, OPList, WeightSlots
from .embedding import ParallelLMHead, VocabParallelEmbedding
from .linear import LinearColParallelMerged, LinearQKVMerged, LinearReplicated, LinearRowParallel
from .norm import RMSNorm
from .rotary import RotaryConfig, RotaryEmbedding, get_rope

__all__ = [
    "AttentionLayer",
    "BaseOP",
    "LinearColParallelMerged",
    "LinearQKVMerged",
    "LinearReplicated",
    "LinearRowParallel",
    "OPList",
    "ParallelLMHead",
    "RMSNorm",
    "RotaryConfig",
    "RotaryEmbedding",
    "VocabParallelEmbedding",
    "WeightSlots",
    "get_rope",
    "silu_and_mul",
]
