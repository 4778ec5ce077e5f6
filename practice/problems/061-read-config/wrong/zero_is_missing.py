"""Writes `get(key) or default`, which takes the default for a 0 as well."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ModelConfig:
    num_layers: int
    num_qo_heads: int
    num_kv_heads: int
    head_dim: int
    hidden_size: int
    intermediate_size: int
    vocab_size: int
    max_position: int
    rms_norm_eps: float
    rope_theta: float
    tie_word_embeddings: bool


def read_config(config: dict[str, Any]) -> ModelConfig:
    for key in (
        "num_hidden_layers",
        "num_attention_heads",
        "hidden_size",
        "intermediate_size",
        "vocab_size",
        "max_position_embeddings",
    ):
        if config.get(key) is None:
            raise ValueError(f"config.json has no {key}")
    num_heads, hidden_size = config["num_attention_heads"], config["hidden_size"]
    rope = config.get("rope_parameters") or {}
    return ModelConfig(
        num_layers=config["num_hidden_layers"],
        num_qo_heads=num_heads,
        num_kv_heads=config.get("num_key_value_heads") or num_heads,
        head_dim=config.get("head_dim") or hidden_size // num_heads,
        hidden_size=hidden_size,
        intermediate_size=config["intermediate_size"],
        vocab_size=config["vocab_size"],
        max_position=config["max_position_embeddings"],
        rms_norm_eps=config.get("rms_norm_eps") or 1e-6,
        rope_theta=float(rope.get("rope_theta") or config.get("rope_theta") or 10000.0),
        tie_word_embeddings=config.get("tie_word_embeddings") or False,
    )
