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
    VocabParallelEmbedding,
    silu_and_mul,
)
from minisgl.layers.linear import FEW_ROWS, project

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


def test_silu_and_mul_takes_the_gate_from_the_first_half() -> None:
    """Fails if gate and up are swapped, or woven into each other."""
    x = torch.tensor([[1.0, -2.0, 10.0, 100.0]])
    sigmoid = torch.tensor([1.0, -2.0]).sigmoid()
    expected = torch.tensor([[1.0, -2.0]]) * sigmoid * torch.tensor([10.0, 100.0])
    torch.testing.assert_close(silu_and_mul(x), expected)


@pytest.mark.parametrize("rows", [0, 1, 2, 3, FEW_ROWS, FEW_ROWS + 1, 40])
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
