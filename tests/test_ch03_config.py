"""Chapter 3: what a config says, in its published form and in the one that transformers writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import FAMILIES, tiny_model

from minisgl.layers import RotaryConfig
from minisgl.models import FamilyTraits, ModelConfig, MoeConfig
from minisgl.utils import load_hf_config

LLAMA: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "hidden_size": 64,
    "intermediate_size": 100,
    "max_position_embeddings": 512,
    "num_attention_heads": 4,
    "num_hidden_layers": 4,
    "vocab_size": 300,
}


def read(**changes: Any) -> ModelConfig:
    return ModelConfig.from_hf(LLAMA | changes)


def family(architecture: str, **changes: Any) -> ModelConfig:
    return read(architectures=[architecture], **changes)


def published_form(document: dict[str, Any]) -> dict[str, Any]:
    """The same config as checkpoints of before transformers 5 have it."""
    rope = dict(document["rope_parameters"])
    old = {key: value for key, value in document.items() if key != "rope_parameters"}
    old["rope_theta"] = rope.pop("rope_theta")
    old["rope_scaling"] = None if rope == {"rope_type": "default"} else rope
    old["torch_dtype"] = old.pop("dtype")
    if "num_local_experts" in old:
        old["num_experts"] = old.pop("num_local_experts")
    return old


@pytest.mark.parametrize("name", FAMILIES)
def test_both_forms_of_a_config_say_the_same(name: str) -> None:
    """Fails if the published form's RoPE base, scaling or number of experts is not looked for."""
    document = load_hf_config(tiny_model(name))
    assert "rope_parameters" in document, "transformers writes another form now: look at this test"
    assert ModelConfig.from_hf(published_form(document)) == ModelConfig.from_hf(document)


def test_the_tiny_models_differ_in_what_has_to_be_read() -> None:
    configs = {name: ModelConfig.from_hf(load_hf_config(tiny_model(name))) for name in FAMILIES}
    assert configs["llama"].rotary == RotaryConfig(16, 2048, 5e5, "llama3", 8.0, 1.0, 4.0, 256)
    assert {c.rotary.base for c in configs.values()} == {2e4, 5e5, 1e6}
    assert {c.tie_word_embeddings for c in configs.values()} == {True, False}
    assert {c.head_dim for c in configs.values()} == {16, 24, 32}
    assert configs["qwen3-moe"].moe == MoeConfig(4, 2, 32, True, frozenset({1}))


def test_what_a_config_leaves_out_has_a_defined_value() -> None:
    config = read()
    assert (config.num_kv_heads, config.head_dim, config.rms_norm_eps) == (4, 16, 1e-6)
    assert config.rotary == RotaryConfig(16, 512, 10000.0, original_max_position=512)
    assert (config.tie_word_embeddings, config.moe) == (False, None)
    assert config.traits == FamilyTraits()
    assert config.eos_token_ids == frozenset()


def test_a_head_is_hidden_over_heads_unless_config_or_family_says_otherwise() -> None:
    """Qwen3's heads have 128 elements by default, not hidden / heads."""
    assert read(head_dim=24).head_dim == 24
    assert read(head_dim=None).head_dim == 16
    assert family("Qwen3ForCausalLM").head_dim == 128
    assert family("Qwen3ForCausalLM", head_dim=32).head_dim == 32
    assert family("Qwen2ForCausalLM").head_dim == 16


def test_old_linear_scaling_is_named_by_type() -> None:
    rotary = read(rope_theta=5000, rope_scaling={"type": "linear", "factor": 2}).rotary
    assert (rotary.scaling, rotary.factor, rotary.base) == ("linear", 2.0, 5000.0)


def test_the_dictionary_of_rope_says_the_base_before_the_config_does() -> None:
    """Fails if ``rope_theta`` of the top level, or the older dictionary, is preferred."""
    new, old = {"rope_theta": 2e4}, {"rope_type": "linear", "factor": 2.0, "rope_theta": 3e4}
    both = read(rope_theta=5000, rope_scaling=old, rope_parameters=new).rotary
    assert (both.base, both.scaling, both.factor) == (2e4, "default", 1.0)
    assert read(rope_theta=5000, rope_scaling=old).rotary.base == 3e4
    assert read(rope_theta=5000, rope_parameters={"rope_type": "default"}).rotary.base == 5000.0


def test_each_family_has_its_traits() -> None:
    bias = {"attention_bias": True}
    assert family("LlamaForCausalLM", **bias).traits == FamilyTraits(qkv_bias=True, o_bias=True)
    assert family("LlamaForCausalLM", mlp_bias=True).traits == FamilyTraits(mlp_bias=True)
    assert family("Qwen2ForCausalLM").traits == FamilyTraits(qkv_bias=True)
    qwen3 = FamilyTraits(qk_norm=True, default_head_dim=128)
    assert family("Qwen3ForCausalLM").traits == qwen3
    with_bias = FamilyTraits(qk_norm=True, default_head_dim=128, qkv_bias=True, o_bias=True)
    assert family("Qwen3ForCausalLM", **bias).traits == with_bias


@pytest.mark.parametrize(
    ("architecture", "changes", "longest"),
    [
        ("MistralForCausalLM", {"sliding_window": 100}, 100),
        ("MistralForCausalLM", {"sliding_window": 1000}, 512),
        ("MistralForCausalLM", {"sliding_window": None}, 512),
        ("MistralForCausalLM", {"max_position_embeddings": 8192}, 4096),  # its own default
        ("Qwen2ForCausalLM", {"sliding_window": 100}, 512),  # named, not used
        ("Qwen2ForCausalLM", {"sliding_window": 100, "use_sliding_window": False}, 512),
        ("Qwen2ForCausalLM", {"sliding_window": 100, "use_sliding_window": True}, 100),
        ("Qwen3ForCausalLM", {"sliding_window": 100, "use_sliding_window": True}, 100),
    ],
)
def test_sequences_end_where_a_sliding_window_would_matter(
    architecture: str, changes: dict[str, Any], longest: int
) -> None:
    """Full attention equals a window's only within the window."""
    assert family(architecture, **changes).max_position == longest


def test_experts_of_a_layer() -> None:
    moe: dict[str, Any] = {
        "num_experts": 8,
        "num_experts_per_tok": 2,
        "moe_intermediate_size": 16,
        "decoder_sparse_step": 2,
        "mlp_only_layers": [3],
    }
    config = family("Qwen3MoeForCausalLM", **moe)
    assert config.moe == MoeConfig(8, 2, 16, False, dense_layers=frozenset({0, 2, 3}))


@pytest.mark.parametrize(
    ("value", "ids"), [(None, set()), (7, {7}), (0, {0}), ([7, 9], {7, 9}), ([], set())]
)
def test_end_tokens_come_as_none_one_or_many(value: Any, ids: set[int]) -> None:
    """Fails if token 0 counts as none."""
    assert read(eos_token_id=value).eos_token_ids == ids


def test_the_generation_config_knows_more_end_tokens(tmp_path: Path) -> None:
    """A chat model ends with <|im_end|>, which its config.json often does not name."""
    document = LLAMA | {"eos_token_id": 3}
    (tmp_path / "config.json").write_text(json.dumps(document), encoding="utf-8")
    assert load_hf_config(tmp_path)["eos_token_id"] == 3
    generation = tmp_path / "generation_config.json"
    generation.write_text(json.dumps({"eos_token_id": [3, 5]}), encoding="utf-8")
    assert load_hf_config(tmp_path)["eos_token_id"] == [3, 5]
    generation.write_text(json.dumps({"temperature": 1.0}), encoding="utf-8")
    assert load_hf_config(tmp_path)["eos_token_id"] == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"architectures": ["GPT2LMHeadModel"]},
            "unknown model architecture 'GPT2LMHeadModel': choose from LlamaForCausalLM, "
            "MistralForCausalLM, Qwen2ForCausalLM, Qwen3ForCausalLM, Qwen3MoeForCausalLM",
        ),
        ({"hidden_act": "gelu"}, "hidden_act 'gelu' is not offered: silu is"),
        ({"hidden_act": None}, "hidden_act None is not offered: silu is"),
        (
            {"rope_scaling": {"rope_type": "yarn", "factor": 4.0}},
            "RoPE scaling 'yarn' is not offered: default, linear, llama3 are",
        ),
        (
            {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 1e4, "factor": 2.0}},
            "RoPE scaling 'dynamic' is not offered: default, linear, llama3 are",
        ),
    ],
)
def test_what_is_not_offered_is_refused(changes: dict[str, Any], message: str) -> None:
    """Fails if it is passed over: the model would run, and say something else."""
    with pytest.raises(ValueError) as caught:
        read(**changes)
    assert str(caught.value) == message


@pytest.mark.parametrize("architectures", [None, []])
def test_a_config_that_names_no_architecture_is_refused(architectures: Any) -> None:
    with pytest.raises(ValueError, match=r"unknown model architecture '\(none named\)'"):
        read(architectures=architectures)


@pytest.mark.parametrize("key", sorted(set(LLAMA) - {"architectures"}))
def test_a_missing_key_is_named(key: str) -> None:
    document = {name: value for name, value in LLAMA.items() if name != key}
    with pytest.raises(ValueError) as caught:
        ModelConfig.from_hf(document)
    assert str(caught.value) == f"config.json has no '{key}': is it a decoder's?"


def test_a_folder_without_a_config_and_a_config_that_is_no_json(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"has no config.json: is it a Hugging Face model"):
        load_hf_config(tmp_path)
    (tmp_path / "config.json").write_text('{"hidden_size": 6', encoding="utf-8")
    with pytest.raises(ValueError, match=r"config.json is no JSON \(.*\): get the model again"):
        load_hf_config(tmp_path)
