"""How many bytes of the checkpoint are in memory at once, beside the model?"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

import torch

from minisgl.models import DecoderForCausalLM, ModelConfig, load_weights

CONFIG: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "hidden_size": 64,
    "intermediate_size": 256,
    "num_hidden_layers": 8,
    "num_attention_heads": 4,
    "vocab_size": 1000,
    "max_position_embeddings": 64,
    "tie_word_embeddings": True,
}


class Reader:
    """Stands for the files: makes each tensor when it is asked for, and counts what is alive."""

    def __init__(self, shapes: dict[str, torch.Size]) -> None:
        self.shapes, self.alive, self.most = shapes, 0, 0

    def forget(self, size: int) -> None:
        self.alive -= size

    def __iter__(self) -> Iterator[tuple[str, torch.Tensor]]:
        for name, shape in self.shapes.items():
            tensor = torch.zeros(shape)
            self.alive += tensor.nbytes
            self.most = max(self.most, self.alive)
            weakref.finalize(tensor, self.forget, tensor.nbytes)
            yield name, tensor
            del tensor


def peak(gather: bool) -> int:
    model = DecoderForCausalLM(ModelConfig.from_hf(CONFIG))
    reader = Reader({name: slot.shape for name, slot in model.weight_slots()})
    load_weights(model, iter(dict(reader).items()) if gather else iter(reader))
    return reader.most


model = DecoderForCausalLM(ModelConfig.from_hf(CONFIG))
sizes = [slot.nbytes for _, slot in model.weight_slots()]
print(f"the model: {len(sizes)} weights, {sum(sizes):,} bytes, the largest {max(sizes):,}")
print(f"gathered into a dictionary first: {peak(gather=True):,} bytes more")
print(f"each copied to its place as it comes: {peak(gather=False):,} bytes more")
