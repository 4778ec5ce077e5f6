"""One helper that asks several places, the first answer counts."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ModelConfig:
    """The shape of a decoder."""

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


def find(places, key, default=None):
    for place in places:
        if place is not None and place.get(key) is not None:
            return place[key]
    if default is None:
        raise ValueError("missing: " + key)
    return default


def read_config(config: dict[str, Any]) -> ModelConfig:
    def own(key, default=None):
        return find([config], key, default)

    heads, hidden = own("num_attention_heads"), own("hidden_size")
    theta = find([config.get("rope_parameters"), config], "rope_theta", 10000)
    return ModelConfig(
        own("num_hidden_layers"),
        heads,
        own("num_key_value_heads", heads),
        own("head_dim", hidden // heads),
        hidden,
        own("intermediate_size"),
        own("vocab_size"),
        own("max_position_embeddings"),
        own("rms_norm_eps", 1e-6),
        float(theta),
        own("tie_word_embeddings", False),
    )
