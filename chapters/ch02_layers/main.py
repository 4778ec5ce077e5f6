"""Chapter 2: each layer beside its Hugging Face twin, on the same numbers."""

from __future__ import annotations

import torch
from transformers import LlamaConfig, Qwen3Config
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.models.qwen3.modeling_qwen3 import (
    Qwen3MLP,
    Qwen3RMSNorm,
    Qwen3RotaryEmbedding,
    apply_rotary_pos_emb,
)

from minisgl.layers import (
    LinearColParallelMerged,
    LinearQKVMerged,
    LinearRowParallel,
    ParallelLMHead,
    RMSNorm,
    RotaryConfig,
    RotaryEmbedding,
    VocabParallelEmbedding,
    silu_and_mul,
)
from minisgl.utils import parse_model_options

HIDDEN, HEAD_DIM, HEADS, KV_HEADS, WIDTH, VOCAB, TOKENS = 64, 16, 4, 2, 128, 320, 7
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 500000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 256,
}


def report(name: str, ours: torch.Tensor, theirs: torch.Tensor) -> None:
    equal = torch.allclose(ours, theirs, rtol=1e-5, atol=1e-5)
    print(f"{name:<30} {tuple(ours.shape)!s:<14} equal: {equal}")


def compare_rope(name: str, config: RotaryConfig, twin: torch.nn.Module) -> None:
    positions = torch.tensor([0, 1, 2, 3, 100, 101, 2000])
    q = torch.randn(TOKENS, HEADS, HEAD_DIM)
    k = torch.randn(TOKENS, KV_HEADS, HEAD_DIM)
    ours, _ = RotaryEmbedding(config).forward(positions, q, k)
    cos, sin = twin(q, positions.unsqueeze(0))
    q_twin, k_twin = (x.transpose(0, 1).unsqueeze(0) for x in (q, k))
    theirs, _ = apply_rotary_pos_emb(q_twin, k_twin, cos, sin)
    report(name, ours, theirs.squeeze(0).transpose(0, 1))


@torch.inference_mode()
def main() -> None:
    parse_model_options(__doc__)
    torch.manual_seed(0)
    x = torch.randn(TOKENS, HIDDEN)
    config = Qwen3Config(
        hidden_size=HIDDEN,
        intermediate_size=WIDTH,
        head_dim=HEAD_DIM,
        num_attention_heads=HEADS,
        num_key_value_heads=KV_HEADS,
        max_position_embeddings=2048,
        rope_parameters={"rope_type": "default", "rope_theta": 1000000.0},
    )

    norm, norm_twin = RMSNorm(HIDDEN, 1e-6), Qwen3RMSNorm(HIDDEN, 1e-6)
    norm_twin.weight.uniform_(0.5, 1.5)
    norm.weight.copy_(norm_twin.weight)
    report("RMSNorm", norm.forward(x), norm_twin(x))

    rotary = RotaryConfig(HEAD_DIM, 2048, 1000000.0)
    compare_rope("RoPE, base 1000000", rotary, Qwen3RotaryEmbedding(config))
    rotary = RotaryConfig(HEAD_DIM, 2048, 500000.0, "llama3", 8.0, 1.0, 4.0, 256)
    llama = LlamaConfig(head_dim=HEAD_DIM, max_position_embeddings=2048, rope_parameters=LLAMA3)
    compare_rope("RoPE, Llama 3 scaling", rotary, LlamaRotaryEmbedding(llama))

    mlp_twin = Qwen3MLP(config)
    gate_up = LinearColParallelMerged(HIDDEN, [WIDTH, WIDTH], ["gate_proj", "up_proj"])
    down = LinearRowParallel(WIDTH, HIDDEN)
    twin_weights = {f"mlp.{name}": weight for name, weight in mlp_twin.named_parameters()}
    slots = dict(gate_up.weight_slots("mlp.gate_up_proj.")) | dict(
        down.weight_slots("mlp.down_proj.")
    )
    for name, slot in slots.items():
        slot.copy_(twin_weights[name])
    report(
        "gated MLP, one product for two",
        down.forward(silu_and_mul(gate_up.forward(x))),
        mlp_twin(x),
    )

    embedding = VocabParallelEmbedding(VOCAB, HIDDEN)
    embedding.weight.normal_()
    ids = torch.randint(VOCAB, (TOKENS,))
    report(
        "embedding", embedding.forward(ids), torch.nn.functional.embedding(ids, embedding.weight)
    )
    head = ParallelLMHead(VOCAB, HIDDEN, tied_to=embedding)
    report("LM head, tied", head.forward(x), x @ embedding.weight.T)

    qkv = LinearQKVMerged(HIDDEN, HEAD_DIM, HEADS, KV_HEADS, bias=True)
    print("\nwhere a checkpoint's tensors go in the merged projection:")
    for name, slot in qkv.weight_slots("self_attn.qkv_proj."):
        print(f"  {name:<26} {tuple(slot.shape)}")


if __name__ == "__main__":
    main()
