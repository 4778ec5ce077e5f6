"""Chapter 2: each layer gives what its Hugging Face twin gives, and names its weights alike."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from transformers.models.llama import modeling_llama
from transformers.models.qwen3 import modeling_qwen3

from minisgl.layers import (
    BaseOP,
    LinearColParallelMerged,
    LinearQKVMerged,
    LinearReplicated,
    LinearRowParallel,
    OPList,
    ParallelLMHead,
    RMSNorm,
    RotaryConfig,
    VocabParallelEmbedding,
    get_rope,
    silu_and_mul,
)
from minisgl.layers.linear import FEW_ROWS, project
from minisgl.layers.rotary import inverse_frequencies

HIDDEN = 12


def noise(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def fill(op: BaseOP, **weights: torch.Tensor) -> None:
    """Load tensors under the names that a checkpoint has, dots written as double underscores."""
    slots = dict(op.weight_slots("layer."))
    assert sorted(slots) == sorted(name.replace("__", ".") for name in weights)
    for name, tensor in weights.items():
        slots[name.replace("__", ".")].copy_(tensor)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("shape", [(5, HIDDEN), (5, 3, HIDDEN), (1, HIDDEN)])
def test_rms_norm_equals_its_twin_to_the_last_bit(
    dtype: torch.dtype, shape: tuple[int, ...]
) -> None:
    """In bfloat16 it fails if the mean is taken, or the weight multiplied, in the wrong dtype."""
    twin = modeling_qwen3.Qwen3RMSNorm(HIDDEN, eps=1e-5).to(dtype)
    ours = RMSNorm(HIDDEN, 1e-5)
    ours.weight = noise(HIDDEN, seed=1).to(dtype)
    x = (noise(*shape) * 30).to(dtype)
    with torch.no_grad():
        twin.weight.copy_(ours.weight)
        assert torch.equal(ours.forward(x), twin(x))


def test_rms_norm_of_zeros_is_zero() -> None:
    """Fails without eps under the root."""
    norm = RMSNorm(2, 1e-6)
    norm.weight = torch.ones(2)
    assert norm.forward(torch.zeros(1, 2)).tolist() == [[0.0, 0.0]]


LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 500000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 256,
}
ROPES = {
    "default": {"rope_type": "default", "rope_theta": 10000.0},
    "another base": {"rope_type": "default", "rope_theta": 1000000.0},
    "linear": {"rope_type": "linear", "rope_theta": 10000.0, "factor": 4.0},
    "llama3": LLAMA3,
    "llama3, other bounds": LLAMA3 | {"low_freq_factor": 2.0, "high_freq_factor": 32.0},
}


def rope_twin(rope: dict[str, Any], head_dim: int) -> Any:
    config = modeling_llama.LlamaConfig(
        hidden_size=4 * head_dim,
        num_attention_heads=4,
        max_position_embeddings=2048,
        rope_parameters=rope,
    )
    return modeling_llama.LlamaRotaryEmbedding(config)


def our_rope_config(rope: dict[str, Any], head_dim: int) -> RotaryConfig:
    return RotaryConfig(
        head_dim=head_dim,
        max_position=2048,
        base=rope["rope_theta"],
        scaling=rope["rope_type"],
        factor=rope.get("factor", 1.0),
        low_freq_factor=rope.get("low_freq_factor", 1.0),
        high_freq_factor=rope.get("high_freq_factor", 4.0),
        original_max_position=rope.get("original_max_position_embeddings", 8192),
    )


@pytest.mark.parametrize("head_dim", [8, 64])
@pytest.mark.parametrize("name", ROPES)
def test_rope_equals_its_twin(name: str, head_dim: int) -> None:
    """Heads of any number, positions in any order, far ones too."""
    twin, config = rope_twin(ROPES[name], head_dim), our_rope_config(ROPES[name], head_dim)
    torch.testing.assert_close(inverse_frequencies(config), twin.inv_freq, rtol=1e-6, atol=0)
    positions = torch.tensor([0, 1, 2047, 7, 7, 300])
    q, k = noise(6, 4, head_dim, seed=2), noise(6, 2, head_dim, seed=3)
    rows = [x.transpose(0, 1).unsqueeze(0) for x in (q, k)]
    cos, sin = twin(q, positions.unsqueeze(0))
    right = modeling_llama.apply_rotary_pos_emb(*rows, cos, sin)
    out = get_rope(config).forward(positions, q, k)
    for ours, theirs in zip(out, right, strict=True):
        # position 2047 makes 1e-7 of an angle 2e-4 of a radian
        torch.testing.assert_close(ours, theirs[0].transpose(0, 1), rtol=0, atol=5e-4)


def test_llama3_scaling_leaves_fast_pairs_and_slows_slow_ones() -> None:
    """Fails if the two bounds are swapped: then the fast pairs were slowed."""
    plain = inverse_frequencies(our_rope_config(ROPES["another base"] | {"rope_theta": 5e5}, 64))
    scaled = inverse_frequencies(our_rope_config(LLAMA3, 64))
    assert scaled[0] == plain[0]
    assert scaled[-1] == plain[-1] / 8
    assert (scaled <= plain).all()


def test_turning_keeps_position_zero_lengths_and_relative_products() -> None:
    """What RoPE is for: a product depends on the distance alone."""
    rope = get_rope(RotaryConfig(head_dim=8, max_position=64, base=10000.0))
    q, k = noise(1, 1, 8, seed=4), noise(1, 1, 8, seed=5)
    at_zero, _ = rope.forward(torch.tensor([0]), q, k)
    assert torch.equal(at_zero, q)

    def product(query_at: int, key_at: int) -> float:
        turned_q, _ = rope.forward(torch.tensor([query_at]), q, q)
        _, turned_k = rope.forward(torch.tensor([key_at]), k, k)
        torch.testing.assert_close(turned_q.norm(), q.norm())
        return float((turned_q * turned_k).sum())

    assert product(9, 4) == pytest.approx(product(45, 40), abs=1e-5)
    assert product(9, 4) != pytest.approx(product(10, 4), abs=1e-3)


def test_layers_with_equal_settings_share_one_table_of_angles() -> None:
    config = RotaryConfig(head_dim=8, max_position=16, base=10000.0)
    assert get_rope(config) is get_rope(RotaryConfig(head_dim=8, max_position=16, base=10000.0))
    assert get_rope(config) is not get_rope(RotaryConfig(8, 16, base=20000.0))
    assert list(get_rope(config).weight_slots()) == []  # angles are computed, never loaded


def test_rope_keeps_the_dtype_of_what_it_turns() -> None:
    rope = get_rope(RotaryConfig(head_dim=8, max_position=16, base=10000.0))
    q = noise(2, 1, 8).bfloat16()
    assert [x.dtype for x in rope.forward(torch.tensor([3, 4]), q, q)] == [torch.bfloat16] * 2


def test_an_unknown_rope_scaling_is_refused() -> None:
    with pytest.raises(ValueError, match="RoPE scaling 'yarn' is not offered: default, linear,"):
        inverse_frequencies(RotaryConfig(8, 16, 10000.0, scaling="yarn"))


def test_silu_and_mul_takes_the_gate_from_the_first_half() -> None:
    """Fails if gate and up are swapped, or woven into each other."""
    x = torch.tensor([[1.0, -2.0, 10.0, 100.0]])
    sigmoid = torch.tensor([1.0, -2.0]).sigmoid()
    expected = torch.tensor([[1.0, -2.0]]) * sigmoid * torch.tensor([10.0, 100.0])
    torch.testing.assert_close(silu_and_mul(x), expected)


@pytest.mark.parametrize("rows", [1, 2, 3, FEW_ROWS, FEW_ROWS + 1, 40])
@pytest.mark.parametrize("bias", [False, True])
def test_linear_equals_its_twin_for_few_rows_and_for_many(rows: int, bias: bool) -> None:
    """Few rows take another product, and a single one is doubled for it."""
    twin, ours = torch.nn.Linear(HIDDEN, 7, bias=bias), LinearReplicated(HIDDEN, 7, bias)
    fill(ours, **{f"layer__{name}": w for name, w in twin.state_dict().items()})
    x = noise(rows, HIDDEN)
    with torch.no_grad():
        out = ours.forward(x)
        torch.testing.assert_close(out, twin(x))
    assert out.is_contiguous()


def test_the_product_of_other_dtypes_is_the_ordinary_one() -> None:
    weight = noise(7, HIDDEN).bfloat16()
    x = noise(3, HIDDEN, seed=1).bfloat16()
    assert torch.equal(project(x, weight), F.linear(x, weight))


def test_the_gated_mlp_of_llama_from_a_merged_and_a_row_parallel_layer() -> None:
    config: Any = SimpleNamespace(
        hidden_size=HIDDEN, intermediate_size=20, mlp_bias=True, hidden_act="silu"
    )
    twin = modeling_llama.LlamaMLP(config)
    merged = LinearColParallelMerged(HIDDEN, [20, 20], ["gate_proj", "up_proj"], bias=True)
    down = LinearRowParallel(20, HIDDEN, bias=True)
    weights = twin.state_dict()
    slots = dict(merged.weight_slots("gate_up_proj.")) | dict(down.weight_slots("down_proj."))
    slots = {name.removeprefix("."): slot for name, slot in slots.items()}
    assert sorted(slots) == sorted(weights)
    x = noise(5, HIDDEN)
    with torch.no_grad():
        for name, slot in slots.items():
            slot.copy_(weights[name])
        out = down.forward(silu_and_mul(merged.forward(x)))
        torch.testing.assert_close(out, twin(x))


@pytest.mark.parametrize("bias", [False, True])
def test_query_key_and_value_are_one_product_with_three_names(bias: bool) -> None:
    """4 query heads and 2 key-value heads of 3: fails if the parts have equal sizes or swap."""
    qkv = LinearQKVMerged(HIDDEN, 3, 4, 2, bias)
    twins = {
        "q_proj": torch.nn.Linear(HIDDEN, 12, bias),
        "k_proj": torch.nn.Linear(HIDDEN, 6, bias),
        "v_proj": torch.nn.Linear(HIDDEN, 6, bias),
    }
    slots = dict(qkv.weight_slots("layers.0.self_attn.qkv_proj."))
    leaves = ["weight", "bias"] if bias else ["weight"]
    names = [f"layers.0.self_attn.{part}.{leaf}" for leaf in leaves for part in twins]
    assert list(slots) == names
    x = noise(5, HIDDEN)
    with torch.no_grad():
        for part, twin in twins.items():
            for leaf, tensor in twin.state_dict().items():
                slots[f"layers.0.self_attn.{part}.{leaf}"].copy_(tensor)
        right = torch.cat([twin(x) for twin in twins.values()], dim=-1)
        torch.testing.assert_close(qkv.forward(x), right)


def test_embedding_and_its_untied_head() -> None:
    table, scores = noise(9, HIDDEN), noise(9, HIDDEN, seed=1)
    embedding, head = VocabParallelEmbedding(9, HIDDEN), ParallelLMHead(9, HIDDEN)
    fill(embedding, layer__weight=table)
    fill(head, layer__weight=scores)
    ids = torch.tensor([8, 0, 3, 3])
    assert torch.equal(embedding.forward(ids), table[ids])
    torch.testing.assert_close(head.forward(table[ids]), table[ids] @ scores.t())


def test_a_tied_head_has_no_weight_of_its_own_and_follows_the_embedding() -> None:
    """Fails if the head keeps a copy, or asks the checkpoint for a weight that is not there."""
    embedding = VocabParallelEmbedding(9, HIDDEN)
    head = ParallelLMHead(9, HIDDEN, tied_to=embedding)
    assert list(head.weight_slots("lm_head.")) == []
    fill(embedding, layer__weight=noise(9, HIDDEN))  # loaded after the head was made
    x = noise(2, HIDDEN, seed=1)
    torch.testing.assert_close(head.forward(x), x @ noise(9, HIDDEN).t())


class Pair(BaseOP):
    """Two named layers, a weight, and things that are not its own."""

    def __init__(self, neighbour: BaseOP) -> None:
        self.inner = LinearReplicated(2, 3, bias=True)
        self.scale = torch.zeros(3)
        self.count = 4
        self.left_out = None
        self._neighbour = neighbour
        self._table = torch.zeros(2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner.forward(x) * self.scale


def test_names_follow_from_attributes_and_underscores_are_left_out() -> None:
    pair = Pair(neighbour=LinearReplicated(2, 2))
    assert [name for name, _ in pair.weight_slots("model.")] == [
        "model.inner.weight",
        "model.inner.bias",
        "model.scale",
    ]
    assert [name for name, _ in pair.weight_slots()] == ["inner.weight", "inner.bias", "scale"]


def test_copying_into_a_slot_loads_the_weight() -> None:
    """Fails if slots are copies: everything loads without an error, into nowhere."""
    pair = Pair(neighbour=LinearReplicated(2, 2))
    for _, slot in pair.weight_slots():
        slot.fill_(2.0)
    assert pair.forward(torch.tensor([[1.0, 1.0]])).tolist() == [[12.0, 12.0, 12.0]]


def test_a_list_numbers_its_layers_and_runs_them_in_order() -> None:
    """Fails if the order is reversed: (x + 1) * 2 is not x * 2 + 1."""
    first, second = LinearReplicated(1, 1, bias=True), LinearReplicated(1, 1, bias=True)
    ops = OPList([first, second])
    assert [name for name, _ in ops.weight_slots("layers.")] == [
        "layers.0.weight",
        "layers.0.bias",
        "layers.1.weight",
        "layers.1.bias",
    ]
    for slot, value in zip(dict(ops.weight_slots()).values(), (1.0, 1.0, 2.0, 0.0), strict=True):
        slot.fill_(value)
    assert ops.forward(torch.tensor([[3.0]])).tolist() == [[8.0]]
