"""Devices on the browser's torch: what can be named, what is refused, what becomes the default."""

from __future__ import annotations

import pickle
from typing import Any

import lite
import pytest
import torch

device = lite.torch.device
NAMES = ["cpu", "cpu:0", "cuda", "cuda:1", "mps", "meta", "xla:3"]
WRONG: list[tuple[Any, ...]] = [
    ("tpu",), ("cpu:x",), ("cpu:-1",), ("cpu:00",), ("",), (0,), (None,), ("cpu:0", 0), (),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_means_the_same(name: str) -> None:
    real, ours = torch.device(name), device(name)
    assert (ours.type, ours.index) == (real.type, real.index)
    assert (str(ours), repr(ours)) == (str(real), repr(real))
    assert device(ours) == ours and hash(device(name)) == hash(ours)


def test_equal_are_those_of_the_same_type_and_index() -> None:
    assert device("cuda", 1) == device("cuda:1") != device("cuda")
    assert device("cpu") != device("cpu", 0)
    assert device("cpu") != "cpu"


@pytest.mark.parametrize("arguments", WRONG, ids=repr)
def test_wrong_names_raise_the_same(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(Exception) as expected:
        torch.device(*arguments)
    with pytest.raises(expected.type) as got:
        device(*arguments)
    if expected.type is RuntimeError:
        assert str(got.value) == str(expected.value)


@pytest.mark.parametrize("make", ["zeros", "full", "tensor", "to", "set_default_device", "block"])
def test_nothing_lives_on_a_gpu(make: str) -> None:
    calls: dict[str, Any] = {
        "zeros": lambda: lite.torch.zeros(2, device="cuda"),
        "full": lambda: lite.torch.full((2,), 1, device=device("cuda:0")),
        "tensor": lambda: lite.torch.tensor([1], device="cuda"),
        "to": lambda: lite.torch.zeros(2).to("cuda"),
        "set_default_device": lambda: lite.torch.set_default_device("cuda"),
        "block": lambda: device("cuda").__enter__(),
    }
    with pytest.raises(NotImplementedError, match=r"the device cuda.* is not in the browser's"):
        calls[make]()


def test_blocks_and_the_default() -> None:
    module = lite.torch
    assert module.get_default_device() == device("cpu")
    with device("cpu:0") as entered:
        assert entered == module.get_default_device() == device("cpu:0")
        with device("cpu"):
            assert module.get_default_device() == device("cpu")
        assert module.zeros(1).device == device("cpu")
    module.set_default_device("cpu:0")
    try:
        assert module.get_default_device() == device("cpu:0")
    finally:
        module.set_default_device(None)
    assert module.get_default_device() == device("cpu")


def test_a_device_can_be_kept() -> None:
    assert pickle.loads(pickle.dumps(device("cuda:1"))) == device("cuda:1")


def test_there_is_one_process() -> None:
    assert not lite.torch.distributed.is_available()
    with pytest.raises(NotImplementedError, match=r"torch\.distributed\.all_reduce"):
        lite.torch.distributed.all_reduce(lite.torch.zeros(1))
