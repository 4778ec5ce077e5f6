"""RoPE's base is read from the wrong place. Who notices?"""

from __future__ import annotations

from typing import Any

import torch

from minisgl.models import DecoderForCausalLM, ModelConfig, load_weights

CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3ForCausalLM"],
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "vocab_size": 100,
    "max_position_embeddings": 512,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1000000},
}
IDS = torch.arange(200) % 100


def without(key: str) -> dict[str, Any]:
    """What a reader who does not know this key sees."""
    return {name: value for name, value in CONFIG.items() if name != key}


def make_checkpoint() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    slots = dict(DecoderForCausalLM(ModelConfig.from_hf(CONFIG)).weight_slots())
    return {
        name: torch.ones(slot.shape)
        if "norm" in name
        else torch.randn(slot.shape, generator=generator) * 0.3
        for name, slot in slots.items()
    }


def scores(config: dict[str, Any]) -> torch.Tensor:
    model = DecoderForCausalLM(ModelConfig.from_hf(config))
    load_weights(model, iter(checkpoint.items()))
    return model.forward(IDS, torch.arange(len(IDS)))


checkpoint = make_checkpoint()
right, wrong = scores(CONFIG), scores(without("rope_parameters"))
print(f"base read: {ModelConfig.from_hf(CONFIG).rotary.base:.0f}", end=", with the key unknown: ")
print(f"{ModelConfig.from_hf(without('rope_parameters')).rotary.base:.0f}; both load and run")
for position in (0, 1, 10, 100):
    off = (right[position] - wrong[position]).abs().max().item()
    print(f"position {position:>3}: largest difference of a logit {off:.2f}")
same = (right.argmax(-1) == wrong.argmax(-1)).sum().item()
print(f"the best token is the same at {same} of {len(IDS)} positions")

try:
    scores(without("head_dim"))
except ValueError as error:
    print(f"head_dim unknown instead: {error}")
