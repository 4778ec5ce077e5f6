"""The tiny models: the same bytes each time, and everything in a checkpoint has to be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import models
from fetch import hash_file
from tiny_models import FAMILIES

every_family = pytest.mark.parametrize("family", FAMILIES)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    home = tmp_path_factory.mktemp("tiny")
    return {family: models.make_tiny(family, home / family) for family in FAMILIES}


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


@every_family
def test_made_twice_the_files_are_equal(
    family: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    torch.rand(3)  # what was drawn before must not matter
    state = torch.random.get_rng_state()
    again = models.make_tiny(family, tmp_path / "again")
    assert torch.equal(torch.random.get_rng_state(), state), "nor may making it change what follows"
    first, second = (
        {file.name: hash_file(file) for file in folder.iterdir()}
        for folder in (folders[family], again)
    )
    assert first == second
    assert first.keys() >= {
        "config.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    }


@every_family
def test_no_weight_is_what_a_fresh_layer_has(family: str, folders: dict[str, Path]) -> None:
    from safetensors.torch import load_file

    weights = load_file(folders[family] / "model.safetensors")
    assert any("bias" in name for name in weights) == (family == "qwen2")
    for name, weight in weights.items():
        assert weight.unique().numel() > min(weight.numel() // 4, 1000), name


def test_families_differ_in_what_a_loader_must_read(folders: dict[str, Path]) -> None:
    configs = {family: read(folder, "config") for family, folder in folders.items()}
    tied = {family for family, config in configs.items() if config["tie_word_embeddings"]}
    assert tied == {"qwen3", "llama"}
    assert {config["rope_parameters"]["rope_theta"] for config in configs.values()} == {
        1000000.0,
        500000.0,
        20000.0,
    }
    assert configs["llama"]["rope_parameters"]["rope_type"] == "llama3"
    assert configs["mistral"]["sliding_window"] is None
    for family in ("qwen3", "qwen3-moe", "mistral"):
        config = configs[family]
        assert config["head_dim"] != config["hidden_size"] // config["num_attention_heads"]
    assert configs["qwen3-moe"]["mlp_only_layers"] == [1]


@every_family
def test_the_tokenizer_round_trips_any_text_and_chats(
    family: str, folders: dict[str, Path]
) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folders[family])
    text = "  Hello, 世界! \t<|im_start|> é 🙂\n"
    ids = tokenizer(text).input_ids
    assert tokenizer.decode(ids, clean_up_tokenization_spaces=False) == text
    chat = tokenizer.apply_chat_template(
        [{"role": "user", "content": "Hi"}], tokenize=False, add_generation_prompt=True
    )
    assert chat == "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    ends = tokenizer.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    assert read(folders[family], "generation_config")["eos_token_id"] == ends


def test_an_unknown_family_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown family 'gpt2': choose from qwen3, "):
        models.make_tiny("gpt2", tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.network
def test_tiny_qwen3_counts_tokens_as_the_real_model_does() -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(models.ensure("tiny-qwen3"))
    system = "You are a helpful assistant. Answer concisely and accurately. " * 4
    questions = ("What is 2 + 2?", "Name a primary color.", "What is the capital of Japan?")
    lengths = [len(tokenizer(system + text).input_ids) for text in (*questions, "Spell cat.")]
    assert (lengths, sum(lengths)) == ([60, 57, 59, 55], 231)
    assert "<|im_start|>" in tokenizer.chat_template
