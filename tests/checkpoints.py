"""The tiny models' weights as files and as places: what the tests of loading start from."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from helpers import tiny_model
from safetensors.torch import load_file, save_file

from minisgl.models import DecoderForCausalLM, ModelConfig
from minisgl.utils import load_hf_config

Weights = dict[str, torch.Tensor]
FIRST, SECOND = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"


def checkpoint(family: str) -> Weights:
    return load_file(tiny_model(family) / "model.safetensors")


def empty_model(family: str) -> DecoderForCausalLM:
    return DecoderForCausalLM(ModelConfig.from_hf(load_hf_config(tiny_model(family))))


def write_shards(folder: Path, weights: Weights, parts: dict[str, list[str]]) -> None:
    """Files of an index: their names, and the weights in each."""
    weight_map = {name: file for file, names in parts.items() for name in names}
    for file, names in parts.items():
        save_file({name: weights[name] for name in names}, folder / file)
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": weight_map}), encoding="utf-8")


def halves(weights: Weights) -> dict[str, list[str]]:
    names = list(weights)
    return {FIRST: names[::2], SECOND: names[1::2]}
