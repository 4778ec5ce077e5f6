"""Weights from safetensors files into a model, one tensor at a time.

Nothing but the model itself is ever held whole: a file is mapped, one tensor is copied to its
place, and the mapping is let go, so that loading needs little more memory than the weights.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import torch
from safetensors import safe_open

from minisgl.distributed import get_tp_info
from minisgl.layers import BaseOP

# What checkpoints may hold without a use: tables that are computed, a tied copy of the embedding.
_DERIVED = ("rotary_emb.inv_freq",)


def iterate_weights(model_path: str | Path) -> Iterator[tuple[str, torch.Tensor]]:
    """Yield (name, tensor) for every tensor of the checkpoint; use each before asking for more.

    Raises:
        FileNotFoundError: if there are no safetensors files, or one of the index is missing.
        ValueError: if a file is damaged, or the index is.
    """
    for file in _weight_files(Path(model_path)):
        try:
            with safe_open(file, framework="pt") as tensors:
                names = list(tensors.keys())
            for name in names:
                with safe_open(file, framework="pt") as tensors:  # anew: pages read are let go
                    yield name, tensors.get_tensor(name)
        except Exception as error:
            if type(error).__name__ != "SafetensorError":
                raise
            raise ValueError(f"{file} is damaged ({error}): get the model again") from None


def _weight_files(folder: Path) -> list[Path]:
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        try:
            names = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{index} is no index of weights: get the model again") from None
        files = sorted(folder / name for name in names)
    else:
        files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise FileNotFoundError(f"{folder} has no .safetensors files: no other format is read")
    for file in files:
        if not file.is_file():
            raise FileNotFoundError(f"{index} names {file.name}, which is not there")
    return files


def load_weights(model: BaseOP, weights: Iterator[tuple[str, torch.Tensor]]) -> None:
    """Copy every weight to its place in the model, cast to the model's dtype.

    Raises:
        ValueError: if a weight has no place, does not fit, or is missing.
    """
    slots = dict(model.weight_slots())
    wanted = set(slots)
    for name, tensor in weights:
        slot = slots.pop(name, None)
        if slot is not None:
            slot.copy_(_own_shard(name, tensor, slot))
        elif name in wanted:
            raise ValueError(f"weight {name} is in the checkpoint twice")
        elif not name.endswith(_DERIVED) and name != "lm_head.weight":
            raise ValueError(f"weight {name} has no place in this model")
    if slots:
        raise ValueError(f"{len(slots)} weights are missing, the first of them {min(slots)}")


def _own_shard(name: str, tensor: torch.Tensor, slot: torch.Tensor) -> torch.Tensor:
    """This rank's part of a weight: cut along the one dimension in which the place is smaller."""
    info = get_tp_info()
    for dim, (have, want) in enumerate(zip(tensor.shape, slot.shape, strict=False)):
        if have == want * info.size != want:
            tensor = tensor.narrow(dim, info.rank * want, want)
            break
    if tensor.shape != slot.shape:
        shapes = f"{tuple(tensor.shape)}, its place {tuple(slot.shape)}"
        raise ValueError(f"weight {name} does not fit: it is {shapes}")
    return tensor
