"""Chapter 3: weights pass by one at a time; the checkpoint is never held whole."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from checkpoints import checkpoint, empty_model, halves, write_shards

import minisgl.models.weight as weight_module
from minisgl.models import iterate_weights, load_weights


class FileWatch:
    """Stands for ``safe_open`` and counts: files that are open, tensors read and still alive."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open_files = self.most_open = self.most_alive = 0
        self.read: list[str] = []
        self._tensors: list[weakref.ref[torch.Tensor]] = []
        self._real = weight_module.safe_open
        monkeypatch.setattr(weight_module, "safe_open", self.open)

    @property
    def alive(self) -> int:
        return sum(tensor() is not None for tensor in self._tensors)

    def open(self, file: Path, framework: str) -> Any:
        watch, real = self, self._real(file, framework=framework)

        class Watched:
            def __enter__(self) -> Watched:
                self.tensors = real.__enter__()
                watch.open_files += 1
                watch.most_open = max(watch.most_open, watch.open_files)
                return self

            def __exit__(self, *error: Any) -> None:
                watch.open_files -= 1
                real.__exit__(*error)

            def keys(self) -> list[str]:
                return list(self.tensors.keys())

            def get_tensor(self, name: str) -> torch.Tensor:
                tensor = self.tensors.get_tensor(name)
                watch.read.append(name)
                watch._tensors.append(weakref.ref(tensor))
                watch.most_alive = max(watch.most_alive, watch.alive)
                return tensor

        return Watched()


def test_loading_holds_one_tensor_beside_the_one_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails if the checkpoint is gathered first, or if the model keeps what it was given."""
    weights = checkpoint("qwen3-moe")
    write_shards(tmp_path, weights, halves(weights))
    watch = FileWatch(monkeypatch)
    load_weights(empty_model("qwen3-moe"), iterate_weights(tmp_path))
    assert sorted(watch.read) == sorted(weights)
    assert watch.most_alive <= 2
    assert watch.most_open == 1
    assert (watch.alive, watch.open_files) == (0, 0)


def test_nothing_is_read_before_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails if the weights come as a list."""
    weights = checkpoint("qwen3")
    write_shards(tmp_path, weights, halves(weights))
    watch = FileWatch(monkeypatch)
    found: Iterator[tuple[str, torch.Tensor]] = iterate_weights(tmp_path)
    assert watch.read == []
    names = [next(found)[0] for _ in range(3)]
    assert watch.read == names
