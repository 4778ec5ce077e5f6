"""Decoders in the Hugging Face layout."""

from .base import BaseLLMModel
from .config import ModelConfig, MoeConfig
from .decoder import DecoderForCausalLM
from .register import FAMILIES, FamilyTraits
from .weight import iterate_weights, load_weights

__all__ = [
    "FAMILIES",
    "BaseLLMModel",
    "DecoderForCausalLM",
    "FamilyTraits",
    "ModelConfig",
    "MoeConfig",
    "iterate_weights",
    "load_weights",
]
