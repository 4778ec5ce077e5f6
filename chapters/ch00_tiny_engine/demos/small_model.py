"""A checkpoint of two small layers with random weights, for the programs beside this file."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from safetensors.torch import save_file
from tiny_engine import TinyEngine

HIDDEN, INTERMEDIATE, VOCABULARY = 32, 64, 100
HEADS, KV_HEADS, HEAD_DIM = 4, 2, 16
CONFIG = {
    "num_hidden_layers": 2,
    "hidden_size": HIDDEN,
    "intermediate_size": INTERMEDIATE,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "head_dim": HEAD_DIM,
    "vocab_size": VOCABULARY,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
}
LAYER = {
    "input_layernorm": (HIDDEN,),
    "self_attn.q_proj": (HEADS * HEAD_DIM, HIDDEN),
    "self_attn.k_proj": (KV_HEADS * HEAD_DIM, HIDDEN),
    "self_attn.v_proj": (KV_HEADS * HEAD_DIM, HIDDEN),
    "self_attn.o_proj": (HIDDEN, HEADS * HEAD_DIM),
    "post_attention_layernorm": (HIDDEN,),
    "mlp.gate_proj": (INTERMEDIATE, HIDDEN),
    "mlp.up_proj": (INTERMEDIATE, HIDDEN),
    "mlp.down_proj": (HIDDEN, INTERMEDIATE),
}


def make_engine() -> TinyEngine:
    """The same weights at every call."""
    shapes = {f"model.layers.{i}.{name}": shape for i in range(2) for name, shape in LAYER.items()}
    shapes |= {"model.embed_tokens": (VOCABULARY, HIDDEN), "model.norm": (HIDDEN,)}
    generator = torch.Generator().manual_seed(0)
    weights = {}
    for name, shape in shapes.items():
        noise = torch.randn(shape, generator=generator)
        weights[f"{name}.weight"] = 1 + noise / 4 if "norm" in name else noise / 2
    with TemporaryDirectory() as folder:
        (Path(folder) / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
        # Half precision on disk: the engine converts, so nothing points into the file any more.
        halves = {name: weight.bfloat16() for name, weight in weights.items()}
        save_file(halves, Path(folder) / "model.safetensors")
        return TinyEngine(folder)
