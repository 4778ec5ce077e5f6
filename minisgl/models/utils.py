"""The two halves of a decoder layer: attention with its projections, and the MLP."""

from __future__ import annotations

import torch

from minisgl.distributed import get_tp_info
from minisgl.layers import (
    AttentionLayer,
    BaseOP,
    LinearColParallelMerged,
    LinearQKVMerged,
    LinearReplicated,
    LinearRowParallel,
    RMSNorm,
    WeightSlots,
    get_rope,
    silu_and_mul,
)
from minisgl.moe import create_moe_backend
from minisgl.utils import div_even

from .config import ModelConfig, MoeConfig


class RopeAttention(BaseOP):
    """Projections, query and key norms where the family has them, RoPE, attention."""

    def __init__(self, config: ModelConfig, layer_id: int) -> None:
        size = get_tp_info().size
        heads, kv_heads, head_dim = config.num_qo_heads, config.num_kv_heads, config.head_dim
        self._head_dim = head_dim
        self._head_counts = [div_even(n, size) for n in (heads, kv_heads, kv_heads)]
        traits = config.traits
        self.qkv_proj = LinearQKVMerged(
            config.hidden_size, head_dim, heads, kv_heads, traits.qkv_bias
        )
        self.o_proj = LinearRowParallel(heads * head_dim, config.hidden_size, traits.o_bias)
        self.q_norm = RMSNorm(head_dim, config.rms_norm_eps) if traits.qk_norm else None
        self.k_norm = RMSNorm(head_dim, config.rms_norm_eps) if traits.qk_norm else None
        self.rope = get_rope(config.rotary)
        self.attn = AttentionLayer(layer_id)

    def forward(self, x: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        """x (tokens, hidden) -> (tokens, hidden)."""
        heads = self.qkv_proj.forward(x).view(len(x), -1, self._head_dim)
        q, k, v = heads.split(self._head_counts, dim=1)
        if self.q_norm is not None and self.k_norm is not None:
            q, k = self.q_norm.forward(q), self.k_norm.forward(k)
        q, k = self.rope.forward(positions, q, k)
        return self.o_proj.forward(self.attn.forward(q, k, v).flatten(start_dim=1))


class GatedMLP(BaseOP):
    """down(silu(gate(x)) * up(x)): (tokens, hidden) -> (tokens, hidden)."""

    def __init__(self, config: ModelConfig) -> None:
        hidden, width, bias = config.hidden_size, config.intermediate_size, config.traits.mlp_bias
        names = ["gate_proj", "up_proj"]
        self.gate_up_proj = LinearColParallelMerged(hidden, [width, width], names, bias)
        self.down_proj = LinearRowParallel(width, hidden, bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down_proj.forward(silu_and_mul(self.gate_up_proj.forward(x)))


class MoeMLP(BaseOP):
    """A router sends each token to its best experts, each a gated MLP of its own.

    The experts' weights are kept together: gate and up (experts, 2 * width, hidden), down
    (experts, hidden, width).
    """

    def __init__(self, config: ModelConfig, moe: MoeConfig) -> None:
        width = div_even(moe.intermediate_size, get_tp_info().size)
        self.gate = LinearReplicated(config.hidden_size, moe.num_experts)
        self._gate_up = torch.empty(moe.num_experts, 2 * width, config.hidden_size)
        self._down = torch.empty(moe.num_experts, config.hidden_size, width)
        self._top_k, self._renormalize = moe.top_k, moe.renormalize
        self._backend = create_moe_backend("torch")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x (tokens, hidden) -> (tokens, hidden)."""
        router_logits = self.gate.forward(x)
        return self._backend.forward(
            x, router_logits, self._gate_up, self._down, self._top_k, self._renormalize
        )

    def weight_slots(self, prefix: str = "") -> WeightSlots:
        yield from super().weight_slots(prefix)
        for i, (gate_up, down) in enumerate(zip(self._gate_up, self._down, strict=True)):
            gate, up = gate_up.chunk(2)
            for name, slot in (("gate_proj", gate), ("up_proj", up), ("down_proj", down)):
                yield f"{prefix}experts.{i}.{name}.weight", slot
