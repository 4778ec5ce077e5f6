"""Chapter 3: weights go to their places one at a time, and nothing is passed over in silence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from checkpoints import SECOND, Weights, checkpoint, empty_model, halves, write_shards
from helpers import FAMILIES, load_model, tiny_model
from safetensors.torch import save_file

import minisgl.models.weight as weight_module
from minisgl.distributed import DistributedInfo, set_tp_info
from minisgl.models import iterate_weights, load_weights


def load(family: str, weights: Weights, *more: tuple[str, torch.Tensor]) -> None:
    load_weights(empty_model(family), iter([*weights.items(), *more]))


def kinds(names: Any) -> list[str]:
    """One name for each kind of weight: the last layer's, and of its experts the last."""
    by_kind = {"".join(part for part in name if not part.isdigit()): name for name in sorted(names)}
    return sorted(by_kind.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_every_weight_of_the_checkpoint_is_in_the_model(family: str) -> None:
    """Places hold NaN before. Fails if experts, halves or norms go to each other's places."""
    model = empty_model(family)
    for _, slot in model.weight_slots():
        slot.fill_(torch.nan)
    load_weights(model, iterate_weights(tiny_model(family)))
    slots, weights = dict(model.weight_slots()), checkpoint(family)
    assert set(slots) == set(weights)
    for name, slot in slots.items():
        assert torch.equal(slot, weights[name]), name


@pytest.mark.parametrize("family", FAMILIES)
def test_a_weight_of_any_kind_that_is_missing_is_named(family: str) -> None:
    weights = checkpoint(family)
    for name in kinds(weights):
        rest = {other: tensor for other, tensor in weights.items() if other != name}
        with pytest.raises(ValueError) as caught:
            load(family, rest)
        assert str(caught.value) == f"1 weights are missing, the first of them {name}"


def test_the_number_of_missing_weights_is_told() -> None:
    weights = checkpoint("qwen3")
    rest = {name: tensor for name, tensor in weights.items() if "layers.1." not in name}
    with pytest.raises(ValueError) as caught:
        load("qwen3", rest)
    first = "model.layers.1.input_layernorm.weight"
    message = f"{len(weights) - len(rest)} weights are missing, the first of them {first}"
    assert str(caught.value) == message


def test_a_weight_without_a_place_is_refused() -> None:
    """Fails if it is left out: Qwen2's biases in a Llama, for one, would be lost."""
    name = "model.layers.0.self_attn.q_proj.bias"
    with pytest.raises(ValueError, match=f"weight {name} has no place in this model"):
        load("llama", checkpoint("llama"), (name, torch.zeros(64)))


def test_a_weight_that_comes_twice_is_refused() -> None:
    name = "model.norm.weight"
    with pytest.raises(ValueError, match=f"weight {name} is in the checkpoint twice"):
        load("qwen3", checkpoint("qwen3"), (name, torch.ones(64)))


@pytest.mark.parametrize(
    "shape", [(128, 65), (129, 64), (64, 128), (1, 64), (128,), (128, 64, 1), (256, 64)]
)
def test_a_weight_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    """Fails if it is broadcast, transposed or cut until it fits."""
    name = "model.layers.0.mlp.up_proj.weight"
    with pytest.raises(ValueError) as caught:
        load("qwen3", checkpoint("qwen3") | {name: torch.zeros(shape)})
    assert str(caught.value) == (
        f"weight {name} does not fit: it is {tuple(shape)}, its place (128, 64)"
    )


def test_what_is_computed_or_tied_may_lie_in_a_checkpoint() -> None:
    """Old Llama checkpoints hold the angles of RoPE; some tied ones a copy of the embedding."""
    table = ("model.layers.0.self_attn.rotary_emb.inv_freq", torch.ones(8))
    head = ("lm_head.weight", torch.zeros(320, 64))
    load("llama", checkpoint("llama"), table, head)


def test_an_untied_head_is_not_optional() -> None:
    """The other side of the rule above. Fails if ``lm_head.weight`` is never asked for."""
    weights = checkpoint("mistral")
    del weights["lm_head.weight"]
    with pytest.raises(ValueError, match=r"the first of them lm_head\.weight"):
        load("mistral", weights)


def test_weights_are_cast_to_the_dtype_of_the_model() -> None:
    model = empty_model("qwen3")
    wide = checkpoint("qwen3")
    load_weights(model, iter((name, tensor.bfloat16()) for name, tensor in wide.items()))
    for name, slot in model.weight_slots():
        assert slot.dtype == torch.float32
        assert torch.equal(slot, wide[name].bfloat16().float())


def test_shards_are_read_by_their_index_and_other_files_left_alone(tmp_path: Path) -> None:
    """Fails if every file of the folder is read: some hold the same weights once more."""
    weights = checkpoint("qwen3")
    write_shards(tmp_path, weights, halves(weights))
    save_file(weights, tmp_path / "consolidated.safetensors")
    found = list(iterate_weights(tmp_path))
    assert sorted(name for name, _ in found) == sorted(weights)
    assert all(torch.equal(tensor, weights[name]) for name, tensor in found)


def test_a_sharded_checkpoint_of_transformers_loads(tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM

    twin = AutoModelForCausalLM.from_pretrained(tiny_model("qwen2"))
    twin.save_pretrained(tmp_path, max_shard_size="100KB")
    assert len(list(tmp_path.glob("*.safetensors"))) > 2
    model, _ = load_model(tmp_path)
    weights = checkpoint("qwen2")
    assert all(torch.equal(slot, weights[name]) for name, slot in model.weight_slots())


def test_several_files_without_an_index_are_all_read(tmp_path: Path) -> None:
    weights = checkpoint("qwen3")
    write_shards(tmp_path, weights, halves(weights))
    (tmp_path / "model.safetensors.index.json").unlink()
    assert sorted(name for name, _ in iterate_weights(tmp_path)) == sorted(weights)


def test_a_shard_that_is_not_there_is_named_before_anything_is_read(tmp_path: Path) -> None:
    weights = checkpoint("qwen3")
    write_shards(tmp_path, weights, halves(weights))
    (tmp_path / SECOND).unlink()
    with pytest.raises(FileNotFoundError, match=f"names {SECOND}, which is not there"):
        next(iterate_weights(tmp_path))


def test_a_folder_without_weights_says_which_format_is_read(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(FileNotFoundError, match=r"has no .safetensors files: no other format"):
        next(iterate_weights(tmp_path))


@pytest.mark.parametrize("keep", [0, 5, 2000, 100_000, -1])
def test_a_damaged_file_is_named(keep: int, tmp_path: Path) -> None:
    """Cut off before the header, in it, among the weights, or one byte before the end."""
    file = tmp_path / "model.safetensors"
    shutil.copy(tiny_model("qwen3") / "model.safetensors", file)
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(ValueError) as caught:
        load_weights(empty_model("qwen3"), iterate_weights(tmp_path))
    assert str(caught.value).startswith(f"{file} is damaged (")
    assert str(caught.value).endswith("): get the model again")


def test_an_error_that_is_not_about_the_file_goes_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails if whatever happens is called damage: a file without read permission is whole."""

    def refuse(file: Path, framework: str) -> None:
        raise PermissionError(f"{file.name} may not be read")

    save_file({"x": torch.zeros(1)}, tmp_path / "model.safetensors")
    monkeypatch.setattr(weight_module, "safe_open", refuse)
    with pytest.raises(PermissionError, match=r"model\.safetensors may not be read"):
        next(iterate_weights(tmp_path))


@pytest.mark.parametrize("family", ["qwen2", "qwen3-moe"])
def test_each_of_two_ranks_takes_its_half_and_what_is_not_shared_whole(family: str) -> None:
    """Outputs of a column-parallel layer are cut, inputs of a row-parallel one."""
    weights, shards = checkpoint(family), []
    for rank in range(2):
        set_tp_info(DistributedInfo(rank, 2))
        model = empty_model(family)
        load_weights(model, iter(weights.items()))
        shards.append(dict(model.weight_slots()))
    for name, whole in weights.items():
        halves_of_it = [shard[name] for shard in shards]
        if "norm" in name or name.endswith("mlp.gate.weight"):  # the latter: the router
            assert all(torch.equal(half, whole) for half in halves_of_it), name
        else:
            dim = 1 if name.endswith(("o_proj.weight", "down_proj.weight")) else 0
            assert halves_of_it[0].shape == halves_of_it[1].shape
            assert torch.equal(torch.cat(halves_of_it, dim), whole), name


def test_a_weight_that_is_too_large_in_two_directions_is_refused_by_two_ranks() -> None:
    """Fails if it is cut along both until it fits."""
    set_tp_info(DistributedInfo(0, 2))
    name = "model.layers.0.mlp.up_proj.weight"
    with pytest.raises(ValueError, match=f"weight {name} does not fit"):
        load("qwen3", checkpoint("qwen3") | {name: torch.zeros(128, 128)})


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"weight_map": null}'])
def test_an_index_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    """Fails if the reader meets a bare JSON or key error."""
    weights = checkpoint("qwen3")
    write_shards(tmp_path, weights, halves(weights))
    (tmp_path / "model.safetensors.index.json").write_text(text, encoding="utf-8")
    with pytest.raises(
        ValueError, match=r"index\.json is no index of weights: get the model again"
    ):
        list(iterate_weights(tmp_path))
