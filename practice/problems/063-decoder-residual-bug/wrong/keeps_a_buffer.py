"""Writes into a buffer that it keeps: x is spared, but the next call overwrites the result."""

from dataclasses import dataclass

import torch


@dataclass
class Layer:
    """The weights of a decoder layer; matrices have the shape (out, in), as in a checkpoint."""

    input_layernorm: torch.Tensor
    post_attention_layernorm: torch.Tensor
    gate_proj: torch.Tensor
    up_proj: torch.Tensor
    down_proj: torch.Tensor


def rms_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    scale = torch.rsqrt((x * x).mean(dim=1, keepdim=True) + 1e-6)
    return x * scale * weight


def average_so_far(x: torch.Tensor) -> torch.Tensor:
    counts = torch.arange(1, len(x) + 1).unsqueeze(1)
    return x.cumsum(dim=0) / counts


def gated_mlp(x: torch.Tensor, layer: Layer) -> torch.Tensor:
    gate = x @ layer.gate_proj.transpose(0, 1)
    up = x @ layer.up_proj.transpose(0, 1)
    return (gate * torch.sigmoid(gate) * up) @ layer.down_proj.transpose(0, 1)


_buffers: dict[torch.Size, torch.Tensor] = {}


def decoder_layer(x: torch.Tensor, layer: Layer) -> torch.Tensor:
    first = x + average_so_far(rms_norm(x, layer.input_layernorm))
    result = _buffers.setdefault(x.shape, torch.empty_like(x))
    result.copy_(first)
    result += gated_mlp(rms_norm(first, layer.post_attention_layernorm), layer)
    return result


def decoder(x: torch.Tensor, layers: list[Layer]) -> torch.Tensor:
    for layer in layers:
        x = decoder_layer(x, layer)
    return x
