"""Chapter 0: a whole engine in one file."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from conftest import REPOSITORY, TREE
from helpers import PROMPTS, hf_greedy, hf_tokenizer, tiny_model

_here = TREE if (TREE / "tiny_engine.py").is_file() else REPOSITORY / "chapters/ch00_tiny_engine"
sys.path.insert(0, str(_here))

from tiny_engine import TinyEngine, rms_norm, rotate  # noqa: E402

FAMILIES = ["qwen3", "qwen2", "llama", "mistral"]
TOKENS = 12


def edited_copy(family: str, folder: Path, **changes: Any) -> Path:
    """A tiny model whose config says something else."""
    shutil.copytree(tiny_model(family), folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | changes
    config = {key: value for key, value in config.items() if value is not None}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def model_folder(family: str, folder: Path) -> Path:
    """The tiny model; Llama's without its scaled RoPE, which this chapter does not know."""
    if family != "llama":
        return tiny_model(family)
    rope = {"rope_type": "default", "rope_theta": 30000.0}
    return edited_copy("llama", folder / "llama", rope_parameters=rope)


def prompt_ids(path: Path) -> list[list[int]]:
    tokenizer = hf_tokenizer(str(path))
    return [tokenizer(prompt).input_ids for prompt in dict.fromkeys(PROMPTS)] + [[7]]


def test_rms_norm_divides_by_the_root_of_the_mean_square() -> None:
    """Squares 9 and 16, mean 12.5. Fails with a sum for the mean, or with x minus its mean."""
    out = rms_norm(torch.tensor([[3.0, 4.0]]), torch.tensor([1.0, 2.0]), 0.0)
    assert out[0].tolist() == pytest.approx([3 / 12.5**0.5, 8 / 12.5**0.5])


def test_rms_norm_adds_eps_under_the_root_and_keeps_rows_apart() -> None:
    out = rms_norm(torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.ones(2), 3.0)
    assert out.tolist() == [[0.0, 0.0], [0.5, 0.5]]


def test_rotate_turns_pair_i_by_position_over_base_to_the_2i_over_dim() -> None:
    """Fails if neighbours are paired, or if the sine's sign is wrong."""
    x = torch.tensor([1.0, 2.0, 3.0, 4.0]).reshape(1, 1, 4)
    out = rotate(x, torch.tensor([3]), 100.0).flatten().tolist()
    turned = []
    for a, b, angle in ((1.0, 3.0, 3.0), (2.0, 4.0, 0.3)):
        z = complex(a, b) * complex(torch.tensor(angle).cos(), torch.tensor(angle).sin())
        turned.append(z)
    expected = [turned[0].real, turned[1].real, turned[0].imag, turned[1].imag]
    assert out == pytest.approx(expected, abs=1e-6)


def test_rotate_leaves_position_zero_alone() -> None:
    """Fails if positions start at 1."""
    x = torch.arange(24.0).reshape(2, 3, 4)
    out = rotate(x, torch.tensor([0, 1, 0]), 10000.0)
    assert torch.equal(out[:, [0, 2]], x[:, [0, 2]])
    assert not torch.equal(out[:, 1], x[:, 1])


@pytest.mark.parametrize("family", FAMILIES)
def test_tokens_are_those_of_hugging_face(family: str, tmp_path: Path) -> None:
    """One engine for all prompts: it also fails if a sequence's cache is left to the next one."""
    path = model_folder(family, tmp_path)
    prompts = prompt_ids(path)
    engine = TinyEngine(path)
    assert [engine.generate(ids, TOKENS) for ids in prompts] == hf_greedy(path, prompts, TOKENS)


def test_a_config_as_published_is_read_as_well(tmp_path: Path) -> None:
    """``rope_theta`` at the top, no ``rope_parameters``: fails if the default base is taken."""
    path = edited_copy("qwen3", tmp_path / "old", rope_parameters=None, rope_theta=1000000.0)
    ids = prompt_ids(path)[0]
    (right,) = hf_greedy(tiny_model("qwen3"), [ids], TOKENS)
    assert TinyEngine(path).generate(ids, TOKENS) == right


def test_each_step_after_the_first_computes_one_token() -> None:
    """Fails if the whole sequence is computed again at each step, as without a KV cache."""
    engine = TinyEngine(tiny_model("qwen3"))
    inputs: list[list[int]] = []
    forward = engine.forward

    def spy(ids: list[int]) -> torch.Tensor:
        inputs.append(list(ids))
        return forward(ids)

    engine.forward = spy  # type: ignore[method-assign]
    out = engine.generate([5, 6, 7], 4)
    assert inputs == [[5, 6, 7], *([token] for token in out[:-1])]
    assert engine.cached_len == 6
    lengths = [kv[0].shape[1] for kv in engine.cache if kv is not None]
    assert lengths == [6] * engine.num_layers


def test_a_prompt_in_two_pieces_gives_the_scores_of_the_whole() -> None:
    """Fails if the positions of the second piece start at 0, or its tokens see what is to come."""
    engine = TinyEngine(tiny_model("qwen3"))
    ids = [3, 1, 4, 1, 5, 9, 2, 6]
    with torch.inference_mode():
        whole = engine.forward(ids)
        engine.reset()
        engine.forward(ids[:3])
        torch.testing.assert_close(engine.forward(ids[3:]), whole, rtol=1e-4, atol=1e-4)


def test_generation_ends_with_an_end_token_or_with_the_last_token_allowed() -> None:
    """Fails if the end token is left out, or if the loop runs once too often."""
    engine = TinyEngine(tiny_model("qwen3"))
    tokens = engine.generate([5, 6, 7], 6)
    assert len(tokens) == 6
    assert tokens[1] != tokens[0], "choose another prompt: the end token must come second"
    assert engine.generate([5, 6, 7], 6, frozenset({tokens[1]})) == tokens[:2]
    assert engine.generate([5, 6, 7], 1) == tokens[:1]


@pytest.mark.parametrize("family", ["llama", "qwen3-moe"])
def test_a_checkpoint_beyond_this_file_is_refused(family: str) -> None:
    """Fails if scaled RoPE is run as plain RoPE: the tokens would be wrong without a word."""
    with pytest.raises(ValueError, match="scaled RoPE and experts are beyond this file"):
        TinyEngine(tiny_model(family))


def test_an_old_config_with_scaled_rope_is_refused(tmp_path: Path) -> None:
    """Older configs say "type" where newer ones say "rope_type"."""
    config = json.loads((tiny_model("qwen3") / "config.json").read_text(encoding="utf-8"))
    del config["rope_parameters"]
    config["rope_scaling"] = {"type": "linear", "factor": 2.0}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ValueError, match="scaled RoPE and experts are beyond this file"):
        TinyEngine(tmp_path)
