"""What a decoder needs to know of a checkpoint, read from either form of ``config.json``.

Published checkpoints have ``rope_theta`` and ``rope_scaling``; transformers 5 writes both into
``rope_parameters``. Experts are counted in ``num_experts`` or in ``num_local_experts``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from minisgl.layers import RotaryConfig

from .register import FAMILIES, FamilyTraits


@dataclass(frozen=True)
class MoeConfig:
    """
    Attributes:
        num_experts: experts of a layer.
        top_k: experts that each token goes to.
        intermediate_size: width of one expert.
        renormalize: the chosen experts' weights are scaled to add up to 1.
        dense_layers: layers that have an ordinary MLP instead.
    """

    num_experts: int
    top_k: int
    intermediate_size: int
    renormalize: bool
    dense_layers: frozenset[int]


@dataclass(frozen=True)
class ModelConfig:
    """The shape of a decoder; sizes are those of the whole model, over all ranks."""

    num_layers: int
    num_qo_heads: int
    num_kv_heads: int
    head_dim: int
    hidden_size: int
    intermediate_size: int
    vocab_size: int
    rms_norm_eps: float
    tie_word_embeddings: bool
    rotary: RotaryConfig
    traits: FamilyTraits
    moe: MoeConfig | None
    eos_token_ids: frozenset[int]

    @property
    def max_position(self) -> int:
        """The longest sequence that attention is exact for."""
        window = self.traits.sliding_window
        return min(self.rotary.max_position, window) if window else self.rotary.max_position

    @staticmethod
    def from_hf(config: dict[str, Any]) -> ModelConfig:
        """Read a Hugging Face config.

        Raises:
            ValueError: for an architecture, activation or RoPE scaling that is not offered, or a
                key that is missing.
        """
        try:
            return _read_config(config)
        except KeyError as error:
            raise ValueError(f"config.json has no {error}: is it a decoder's?") from None


def _read_config(config: dict[str, Any]) -> ModelConfig:
    architecture = (config.get("architectures") or ["(none named)"])[0]
    traits = FAMILIES[architecture](config)
    if config.get("hidden_act", "silu") != "silu":
        raise ValueError(f"hidden_act {config['hidden_act']!r} is not offered: silu is")
    num_heads = config["num_attention_heads"]
    head_dim = config.get("head_dim") or traits.default_head_dim
    head_dim = head_dim or config["hidden_size"] // num_heads
    return ModelConfig(
        num_layers=config["num_hidden_layers"],
        num_qo_heads=num_heads,
        num_kv_heads=config.get("num_key_value_heads") or num_heads,
        head_dim=head_dim,
        hidden_size=config["hidden_size"],
        intermediate_size=config["intermediate_size"],
        vocab_size=config["vocab_size"],
        rms_norm_eps=config.get("rms_norm_eps", 1e-6),
        tie_word_embeddings=config.get("tie_word_embeddings", False),
        rotary=_read_rotary(config, head_dim),
        traits=traits,
        moe=_read_moe(config) if traits.is_moe else None,
        eos_token_ids=_read_eos(config.get("eos_token_id")),
    )


def _read_rotary(config: dict[str, Any], head_dim: int) -> RotaryConfig:
    rope = config.get("rope_parameters") or config.get("rope_scaling") or {}
    scaling = rope.get("rope_type", rope.get("type", "default"))
    if scaling not in ("default", "linear", "llama3"):
        raise ValueError(f"RoPE scaling {scaling!r} is not offered: default, linear, llama3 are")
    max_position = config["max_position_embeddings"]
    return RotaryConfig(
        head_dim=head_dim,
        max_position=max_position,
        base=float(rope.get("rope_theta", config.get("rope_theta", 10000.0))),
        scaling=scaling,
        factor=float(rope.get("factor", 1.0)),
        low_freq_factor=float(rope.get("low_freq_factor", 1.0)),
        high_freq_factor=float(rope.get("high_freq_factor", 4.0)),
        original_max_position=rope.get("original_max_position_embeddings", max_position),
    )


def _read_moe(config: dict[str, Any]) -> MoeConfig:
    every, dense = config.get("decoder_sparse_step", 1), set(config.get("mlp_only_layers") or ())
    dense |= {i for i in range(config["num_hidden_layers"]) if (i + 1) % every != 0}
    return MoeConfig(
        num_experts=config.get("num_experts") or config["num_local_experts"],
        top_k=config["num_experts_per_tok"],
        intermediate_size=config["moe_intermediate_size"],
        renormalize=config.get("norm_topk_prob", False),
        dense_layers=frozenset(dense),
    )


def _read_eos(value: int | list[int] | None) -> frozenset[int]:
    if value is None:
        return frozenset()
    return frozenset([value] if isinstance(value, int) else value)
