"""Chapter 3: a checkpoint becomes a decoder whose scores are those of Hugging Face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import tp_worker
import transformers as hf
from helpers import FAMILIES, hf_logits, load_model, run_model, run_two_ranks, tiny_model

from minisgl.distributed import DistributedInfo, set_tp_info
from minisgl.layers import AttentionLayer, LinearColParallelMerged
from minisgl.models import DecoderForCausalLM, ModelConfig
from minisgl.moe import TorchMoeBackend, choose_experts, create_moe_backend
from minisgl.utils import Registry, load_hf_config, torch_defaults

IDS = torch.randint(0, 320, (40,), generator=torch.Generator().manual_seed(1)).tolist()
SMALL: dict[str, Any] = {
    "vocab_size": 50,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "initializer_range": 0.5,
    "max_position_embeddings": 128,
}
EXPERTS: dict[str, Any] = {
    "num_experts": 6,
    "num_experts_per_tok": 3,
    "moe_intermediate_size": 16,
    "head_dim": 16,
}


def variant(name: str) -> Any:
    """Models with settings that none of the tiny ones has."""
    rope = {"rope_type": "linear", "rope_theta": 5000.0, "factor": 3.0}
    if name == "llama with biases":
        return hf.LlamaForCausalLM(
            hf.LlamaConfig(**SMALL, attention_bias=True, mlp_bias=True, rope_parameters=rope)
        )
    if name == "qwen3 with biases":
        return hf.Qwen3ForCausalLM(hf.Qwen3Config(**SMALL, head_dim=16, attention_bias=True))
    if name == "one key-value head":
        shape = SMALL | {"num_key_value_heads": 1}
        return hf.MistralForCausalLM(hf.MistralConfig(**shape, sliding_window=None))
    sparse = EXPERTS | {"decoder_sparse_step": 2, "norm_topk_prob": False}
    return hf.Qwen3MoeForCausalLM(hf.Qwen3MoeConfig(**SMALL, **sparse))


VARIANTS = [
    "llama with biases",
    "qwen3 with biases",
    "one key-value head",
    "experts in every other layer, not renormalised",
]


def assert_equal_logits(path: Path, ids: list[int]) -> None:
    model, _ = load_model(path)
    torch.testing.assert_close(run_model(model, ids), hf_logits(path, ids), rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("family", FAMILIES)
def test_logits_are_those_of_hugging_face(family: str) -> None:
    assert_equal_logits(tiny_model(family), IDS)


@pytest.mark.parametrize("name", VARIANTS)
def test_logits_of_other_settings_are_too(name: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    model = variant(name)
    with torch.no_grad():
        for parameter, weight in model.named_parameters():
            if "norm" in parameter:
                weight.uniform_(0.5, 1.5)
            elif parameter.endswith("bias"):
                weight.normal_(std=0.5)
    model.save_pretrained(tmp_path)
    assert_equal_logits(tmp_path, [i % 50 for i in IDS])


@pytest.mark.parametrize("family", ["qwen3", "qwen3-moe"])
def test_a_token_does_not_see_what_comes_after_it(family: str) -> None:
    model, _ = load_model(tiny_model(family))
    torch.testing.assert_close(
        run_model(model, IDS)[:12], run_model(model, IDS[:12]), rtol=1e-4, atol=1e-3
    )


@pytest.mark.parametrize("layer_id", [0, 1])
def test_a_layer_does_not_change_the_stream_that_it_was_given(layer_id: int) -> None:
    """Layer 0 has experts, layer 1 has none. Fails if a half is added in place."""
    model, config = load_model(tiny_model("qwen3-moe"))
    x = torch.randn(5, config.hidden_size, generator=torch.Generator().manual_seed(0))
    before = x.clone()
    with torch.inference_mode():
        y = model.model.layers.ops[layer_id].forward(x, torch.arange(5))
    assert torch.equal(x, before)
    assert not torch.equal(y, before)


def test_only_the_rows_that_are_asked_for_are_scored() -> None:
    """Fails if a prompt of 40 tokens is multiplied with the whole vocabulary 40 times."""
    model, config = load_model(tiny_model("qwen3"))
    heads: list[int] = []
    head = model.lm_head.forward

    def spy(x: torch.Tensor) -> torch.Tensor:
        heads.append(len(x))
        return head(x)

    model.lm_head.forward = spy
    with torch.inference_mode():
        whole = run_model(model, IDS)
        rows = model.forward(
            torch.tensor(IDS), torch.arange(len(IDS)), output_rows=torch.tensor([39, 4])
        )
    assert heads == [len(IDS), 2]
    assert rows.shape == (2, config.vocab_size)
    torch.testing.assert_close(rows, whole[[39, 4]], rtol=1e-4, atol=1e-4)


def test_two_processes_with_half_of_each_weight_give_the_scores_of_one(tmp_path: Path) -> None:
    """Experts, query and key norms, vocabulary: each has its way of being cut."""
    model, _ = load_model(tiny_model("qwen3-moe"))
    right = run_model(model, tp_worker.IDS)
    for scores in run_two_ranks(tmp_path, str(tiny_model("qwen3-moe"))):
        torch.testing.assert_close(torch.tensor(scores), right, rtol=1e-4, atol=1e-3)


def test_heads_that_ranks_cannot_share_are_refused() -> None:
    set_tp_info(DistributedInfo(rank=0, size=4))
    config = ModelConfig.from_hf(load_hf_config(tiny_model("qwen3")))  # 2 key-value heads
    with pytest.raises(ValueError, match="2 cannot be divided evenly by 4"):
        DecoderForCausalLM(config)


def test_places_have_the_names_of_the_checkpoint_and_the_dtype_asked_for() -> None:
    config = ModelConfig.from_hf(load_hf_config(tiny_model("qwen2")))
    with torch_defaults(torch.bfloat16, torch.device("cpu")):
        slots = dict(DecoderForCausalLM(config).weight_slots())
    twin = hf.AutoModelForCausalLM.from_pretrained(tiny_model("qwen2"))
    assert {n: w.shape for n, w in slots.items()} == {
        n: w.shape for n, w in twin.named_parameters()
    }
    assert {slot.dtype for slot in slots.values()} == {torch.bfloat16}


def test_attention_without_an_engine_is_that_of_one_whole_sequence() -> None:
    """4 query heads, 2 key-value heads: heads 0 and 1 read the first. Fails if 0 and 2 do."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(5, heads, 8, generator=generator) for heads in (4, 2, 2))
    out = AttentionLayer(0).forward(q, k, v)
    for head in range(4):
        scores = q[:, head] @ k[:, head // 2].t() / 8**0.5
        scores = scores.masked_fill(torch.ones(5, 5).tril() == 0, -torch.inf)
        torch.testing.assert_close(out[:, head], scores.softmax(dim=-1) @ v[:, head // 2])


def test_the_best_experts_are_chosen_and_their_weights_add_up_if_asked() -> None:
    """Softmax over all experts comes first: fails if it is taken over the chosen ones alone."""
    logits = torch.tensor([[0.1, 0.6, 0.3], [0.2, 0.2, 0.6]]).log()
    weights, experts = choose_experts(logits, top_k=2, renormalize=False)
    assert experts[0].tolist() == [1, 2]
    torch.testing.assert_close(weights, torch.tensor([[0.6, 0.3], [0.6, 0.2]]))
    renormalized, _ = choose_experts(logits, top_k=2, renormalize=True)
    torch.testing.assert_close(renormalized, torch.tensor([[2 / 3, 1 / 3], [0.75, 0.25]]))
    assert choose_experts(logits.bfloat16(), 2, True)[0].dtype == torch.float32


def test_experts_compute_only_the_tokens_that_chose_them() -> None:
    """An expert that nobody chose is NaN: fails if all run and weights of 0 are trusted."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(4, 6, generator=generator)
    gate_up = torch.randn(3, 10, 6, generator=generator)
    down = torch.randn(3, 6, 5, generator=generator)
    gate_up[1], down[1] = torch.nan, torch.nan
    logits = torch.tensor([[2.0, -9.0, 1.0], [1.0, -9.0, 2.0], [3.0, -9.0, 0.0], [0.0, -9.0, 0.0]])
    out = TorchMoeBackend().forward(x, logits, gate_up, down, top_k=2, renormalize=True)
    weights = logits[:, [0, 2]].softmax(dim=-1)
    for token in range(4):
        right = torch.zeros(6)
        for weight, expert in zip(weights[token], (0, 2), strict=True):
            gate, up = (gate_up[expert] @ x[token]).chunk(2)
            right += weight * (down[expert] @ (torch.nn.functional.silu(gate) * up))
        torch.testing.assert_close(out[token], right)


def test_experts_are_weighted_in_the_dtype_of_the_model() -> None:
    """Fails if weights in float32 make the result wider, or round its bits another way.

    silu(32) is 32 to the last bit, so the expert gives 32 times ``down`` without rounding.
    """
    x, gate_up = torch.zeros(1, 16), torch.zeros(2, 2, 16)
    x[0, 0], gate_up[:, 0, 0], gate_up[:, 1, 0] = 1.0, 32.0, 1.0
    down = torch.randn(2, 16, 1, generator=torch.Generator().manual_seed(0)).bfloat16()
    logits = torch.tensor([[0.5, 0.0]])
    out = TorchMoeBackend().forward(
        x.bfloat16(), logits, gate_up.bfloat16(), down, top_k=1, renormalize=False
    )
    weight = logits.softmax(dim=-1)[0, 0].bfloat16()
    assert out.dtype == torch.bfloat16
    assert torch.equal(out[0], 32 * down[0, :, 0] * weight)


def test_an_unknown_moe_backend_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown MoE backend 'fast': choose from torch"):
        create_moe_backend("fast")


def test_a_registry_has_one_thing_under_a_name_and_says_what_it_has() -> None:
    table: Registry[int] = Registry("number")
    table.register("two")(2)
    table.register("one")(1)
    assert (table["two"], table.names) == (2, ["one", "two"])
    with pytest.raises(KeyError, match="number 'two' is registered already"):
        table.register("two")(3)
    with pytest.raises(ValueError, match="unknown number 'three': choose from one, two"):
        table["three"]


def test_default_dtype_and_device_come_back_after_an_error() -> None:
    """Fails if a model that cannot be made leaves every later tensor in bfloat16."""
    with (
        pytest.raises(RuntimeError, match="broken"),
        torch_defaults(torch.bfloat16, torch.device("meta")),
    ):
        assert LinearColParallelMerged(2, [2], ["x"]).weight.dtype == torch.bfloat16
        assert torch.empty(1).device.type == "meta"
        raise RuntimeError("broken")
    assert torch.empty(1).dtype == torch.float32
    assert torch.empty(1).device.type == "cpu"
