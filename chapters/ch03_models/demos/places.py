"""Where do the weights of one layer go, and whose names are they?"""

from __future__ import annotations

from typing import Any

from minisgl.models import DecoderForCausalLM, ModelConfig
from minisgl.models.decoder import DecoderLayer

CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3MoeForCausalLM"],
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "vocab_size": 1000,
    "max_position_embeddings": 512,
    "tie_word_embeddings": True,
    "num_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
    "mlp_only_layers": [0],
}

model = DecoderForCausalLM(ModelConfig.from_hf(CONFIG))
slots = dict(model.weight_slots())


def show(prefix: str, limit: int | None = None) -> None:
    names = [name for name in slots if name.startswith(prefix)]
    for name in names[:limit]:
        print(f"  {name.removeprefix('model.'):<40} {tuple(slots[name].shape)}")
    if limit is not None:
        print(f"  … {len(names) - limit} more")


print("layer 0, an ordinary MLP:")
show("model.layers.0.")
print("layer 1, experts:")
show("model.layers.1.mlp.", limit=4)
print("around the layers:")
for name in ("model.embed_tokens.weight", "model.norm.weight", "lm_head.weight"):
    print(f"  {name:<40} {tuple(slots[name].shape) if name in slots else 'no place: tied'}")

layer = model.model.layers.ops[0]
assert isinstance(layer, DecoderLayer)
queries = slots["model.layers.0.self_attn.q_proj.weight"]
whole = layer.self_attn.qkv_proj.weight
print(f"q_proj's place is the head of a tensor of {tuple(whole.shape)}: ", end="")
print(queries.data_ptr() == whole.data_ptr())
