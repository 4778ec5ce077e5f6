"""A whole engine in one file: weights from disk, a decoder with a KV cache, the best token again
and again. One request at a time; Qwen3, Qwen2, Llama and Mistral checkpoints, in float32."""

from __future__ import annotations

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    """x / sqrt(mean(x^2) + eps) * weight, over the last dimension."""
    return x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + eps) * weight


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    """RoPE: turn each pair of a head by an angle that grows with the position.

    x is (heads, tokens, head_dim), positions (tokens,). Pair i is made of the elements i and
    i + head_dim / 2; it turns by position / base^(2i / head_dim) radians.
    """
    half = x.shape[-1] // 2
    angles = torch.outer(positions.float(), base ** (-torch.arange(half).float() / half))
    a, b = x[..., :half], x[..., half:]
    cos, sin = angles.cos(), angles.sin()
    return torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)


class TinyEngine:
    """Greedy decoding of one prompt at a time.

    Args:
        folder: a model in the Hugging Face layout.

    Raises:
        ValueError: for a checkpoint that needs more than this file knows.
    """

    def __init__(self, folder: str | Path) -> None:
        self.config = json.loads((Path(folder) / "config.json").read_text(encoding="utf-8"))
        rope = self.config.get("rope_parameters") or self.config.get("rope_scaling") or {}
        scaling = rope.get("rope_type", rope.get("type", "default"))  # "type" in older configs
        if scaling != "default" or "num_experts_per_tok" in self.config:
            raise ValueError(f"{folder}: scaled RoPE and experts are beyond this file")
        self.rope_base = rope.get("rope_theta", self.config.get("rope_theta", 10000.0))
        self.eps = self.config["rms_norm_eps"]
        self.num_layers = self.config["num_hidden_layers"]
        default_dim = self.config["hidden_size"] // self.config["num_attention_heads"]
        self.head_dim = self.config.get("head_dim") or default_dim
        self.weights: dict[str, torch.Tensor] = {}
        for file in sorted(Path(folder).glob("*.safetensors")):
            self.weights |= {name: w.float() for name, w in load_file(file).items()}
        self.reset()

    def reset(self) -> None:
        """Forget the sequence. Each layer caches its keys and values, (heads, tokens, dim)."""
        self.cache: list[tuple[torch.Tensor, torch.Tensor] | None] = [None] * self.num_layers
        self.cached_len = 0

    def linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        """x W^T, plus a bias if the checkpoint has one."""
        return F.linear(x, self.weights[f"{name}.weight"], self.weights.get(f"{name}.bias"))

    def norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        """RMSNorm, if the checkpoint has it: not every family normalises queries and keys."""
        weight = self.weights.get(f"{name}.weight")
        return x if weight is None else rms_norm(x, weight, self.eps)

    def heads(self, x: torch.Tensor, name: str) -> torch.Tensor:
        """Project and cut into heads: (tokens, hidden) -> (heads, tokens, head_dim)."""
        return self.linear(x, name).unflatten(-1, (-1, self.head_dim)).transpose(0, 1)

    def attend(self, x: torch.Tensor, layer: int) -> torch.Tensor:
        """Attention of the new tokens over everything so far: (tokens, hidden) -> like x.

        Their keys and values are added to the cache, so that no later step computes them again.
        """
        prefix = f"model.layers.{layer}.self_attn"
        positions = torch.arange(self.cached_len, self.cached_len + len(x))
        q = self.norm(self.heads(x, f"{prefix}.q_proj"), f"{prefix}.q_norm")
        k = self.norm(self.heads(x, f"{prefix}.k_proj"), f"{prefix}.k_norm")
        v = self.heads(x, f"{prefix}.v_proj")
        q, k = rotate(q, positions, self.rope_base), rotate(k, positions, self.rope_base)
        cached = self.cache[layer]
        if cached is not None:
            k, v = torch.cat((cached[0], k), dim=1), torch.cat((cached[1], v), dim=1)
        self.cache[layer] = (k, v)
        may_look = torch.arange(k.shape[1]) <= positions.unsqueeze(1)
        groups = len(q) // len(k)  # several query heads share a key head
        k, v = k.repeat_interleave(groups, dim=0), v.repeat_interleave(groups, dim=0)
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=may_look)
        return self.linear(out.transpose(0, 1).flatten(start_dim=1), f"{prefix}.o_proj")

    def forward(self, ids: list[int]) -> torch.Tensor:
        """Compute the new tokens; return the logits at the last of them, shape (vocab,)."""
        x = self.weights["model.embed_tokens.weight"][torch.tensor(ids)]
        for layer in range(self.num_layers):
            prefix = f"model.layers.{layer}"
            x = x + self.attend(self.norm(x, f"{prefix}.input_layernorm"), layer)
            y = self.norm(x, f"{prefix}.post_attention_layernorm")
            gate = F.silu(self.linear(y, f"{prefix}.mlp.gate_proj"))
            up = self.linear(y, f"{prefix}.mlp.up_proj")
            x = x + self.linear(gate * up, f"{prefix}.mlp.down_proj")
        self.cached_len += len(ids)
        last = self.norm(x[-1], "model.norm")
        head = "lm_head" if "lm_head.weight" in self.weights else "model.embed_tokens"
        return self.linear(last, head)

    @torch.inference_mode()
    def generate(
        self, ids: list[int], max_tokens: int, eos_ids: frozenset[int] = frozenset()
    ) -> list[int]:
        """The greedy continuation of a prompt: at most max_tokens, up to and with an end token."""
        self.reset()
        new_ids: list[int] = []
        next_input = ids  # first the whole prompt, then one token at a time
        while len(new_ids) < max_tokens:
            token = int(self.forward(next_input).argmax())
            new_ids.append(token)
            next_input = [token]
            if token in eos_ids:
                break
        return new_ids
