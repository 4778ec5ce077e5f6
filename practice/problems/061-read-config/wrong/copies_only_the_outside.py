"""Copies the config, but takes the nulls out of the rope_parameters that both of them hold."""

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
    known = {key: value for key, value in config.items() if value is not None}
    rope = known.get("rope_parameters", {})
    for key in [key for key, value in rope.items() if value is None]:
        del rope[key]
    try:
        return _read(known)
    except KeyError as error:
        raise ValueError(f"config.json has no {error}: is it a decoder's?") from None


def _read(config: dict[str, Any]) -> ModelConfig:
    num_heads, hidden_size = config["num_attention_heads"], config["hidden_size"]
    return ModelConfig(
        num_layers=config["num_hidden_layers"],
        num_qo_heads=num_heads,
        num_kv_heads=config.get("num_key_value_heads", num_heads),
        head_dim=config.get("head_dim", hidden_size // num_heads),
        hidden_size=hidden_size,
        intermediate_size=config["intermediate_size"],
        vocab_size=config["vocab_size"],
        max_position=config["max_position_embeddings"],
        rms_norm_eps=config.get("rms_norm_eps", 1e-6),
        rope_theta=_rope_theta(config),
        tie_word_embeddings=config.get("tie_word_embeddings", False),
    )


def _rope_theta(config: dict[str, Any]) -> float:
    theta = config.get("rope_parameters", {}).get("rope_theta")
    if theta is None:
        theta = config.get("rope_theta", 10000.0)
    return float(theta)
