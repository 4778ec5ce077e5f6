"""The model families: one decoder, and what each family does its own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from minisgl.utils import Registry


@dataclass(frozen=True)
class FamilyTraits:
    """How a family differs from the plain decoder.

    Attributes:
        qk_norm: queries and keys are normalised, head by head, before RoPE.
        qkv_bias, o_bias, mlp_bias: which projections have a bias.
        default_head_dim: the size of a head where the config does not say; None: hidden / heads.
        sliding_window: tokens that attention looks back on; None: all of them.
        is_moe: some layers choose among experts.
    """

    qk_norm: bool = False
    qkv_bias: bool = False
    o_bias: bool = False
    mlp_bias: bool = False
    default_head_dim: int | None = None
    sliding_window: int | None = None
    is_moe: bool = False


FAMILIES: Registry[Callable[[dict[str, Any]], FamilyTraits]] = Registry("model architecture")


@FAMILIES.register("LlamaForCausalLM")
def llama(config: dict[str, Any]) -> FamilyTraits:
    bias = config.get("attention_bias", False)
    return FamilyTraits(qkv_bias=bias, o_bias=bias, mlp_bias=config.get("mlp_bias", False))


@FAMILIES.register("MistralForCausalLM")
def mistral(config: dict[str, Any]) -> FamilyTraits:
    return FamilyTraits(sliding_window=config.get("sliding_window", 4096))


@FAMILIES.register("Qwen2ForCausalLM")
def qwen2(config: dict[str, Any]) -> FamilyTraits:
    return FamilyTraits(qkv_bias=True, sliding_window=_qwen_window(config))


@FAMILIES.register("Qwen3ForCausalLM")
def qwen3(config: dict[str, Any]) -> FamilyTraits:
    return _qwen3_traits(config, is_moe=False)


@FAMILIES.register("Qwen3MoeForCausalLM")
def qwen3_moe(config: dict[str, Any]) -> FamilyTraits:
    return _qwen3_traits(config, is_moe=True)


def _qwen3_traits(config: dict[str, Any], is_moe: bool) -> FamilyTraits:
    bias = config.get("attention_bias", False)
    return FamilyTraits(
        qk_norm=True,
        qkv_bias=bias,
        o_bias=bias,
        default_head_dim=128,
        sliding_window=_qwen_window(config),
        is_moe=is_moe,
    )


def _qwen_window(config: dict[str, Any]) -> int | None:
    """Qwen names a window in every config and uses it in few."""
    return config.get("sliding_window", 4096) if config.get("use_sliding_window") else None
