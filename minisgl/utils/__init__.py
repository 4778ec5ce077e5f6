"""Helpers that know nothing of the engine."""

from .device import free_memory, resolve_device, resolve_dtype
from .hf import ModelOptions, find_model, load_hf_config, load_tokenizer, parse_model_options
from .logger import init_logger
from .misc import align_down, align_up, div_ceil, div_even
from .mp import LocalQueue
from .registry import Registry
from .torch_utils import torch_defaults

__all__ = [
    "LocalQueue",
    "ModelOptions",
    "Registry",
    "align_down",
    "align_up",
    "div_ceil",
    "div_even",
    "find_model",
    "free_memory",
    "init_logger",
    "load_hf_config",
    "load_tokenizer",
    "parse_model_options",
    "resolve_device",
    "resolve_dtype",
    "torch_defaults",
]
