"""Carries the stream and what is still to be added to it as a pair, as fused kernels want it."""

from dataclasses import dataclass

import torch


@dataclass
class Layer:
    """As in the starter."""

    input_layernorm: torch.Tensor
    post_attention_layernorm: torch.Tensor
    gate_proj: torch.Tensor
    up_proj: torch.Tensor
    down_proj: torch.Tensor


def add_and_norm(stream, pending, weight):
    total = stream + pending
    mean = (total * total).sum(dim=1) / total.shape[1]
    return total, total / torch.sqrt(mean + 1e-6).unsqueeze(1) * weight


def halves(stream, pending, layer):
    stream, hidden = add_and_norm(stream, pending, layer.input_layernorm)
    means = [hidden[: end + 1].mean(dim=0) for end in range(len(hidden))]
    pending = torch.stack(means) if means else torch.zeros(hidden.shape)
    stream, hidden = add_and_norm(stream, pending, layer.post_attention_layernorm)
    gate = torch.matmul(hidden, layer.gate_proj.transpose(0, 1))
    up = torch.matmul(hidden, layer.up_proj.transpose(0, 1))
    inner = gate / (1 + torch.exp(-gate)) * up
    return stream, torch.matmul(inner, layer.down_proj.transpose(0, 1))


def decoder_layer(x, layer):
    stream, pending = halves(x, torch.zeros(x.shape), layer)
    return stream + pending


def decoder(x, layers):
    stream, pending = x, torch.zeros(x.shape)
    for layer in layers:
        stream, pending = halves(stream, pending, layer)
    return stream + pending
