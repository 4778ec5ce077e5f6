"""The worked example in the core of the browser's torch, and what holds for all of its names."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import lite
import pytest
import torch

MODULES = sorted(path.stem for path in lite.FOLDER.glob("_*.py") if path.stem != "__init__")
MOST_LINES = 400


def part(name: str) -> ModuleType:
    return importlib.import_module(f"{lite.torch.__name__}.{name}")


def test_the_worked_example_of_strides_is_right() -> None:
    found = doctest.testmod(part("_core"), extraglobs={"torch": lite.torch})
    assert found.failed == 0
    assert found.attempted > 10


def test_no_file_is_long() -> None:
    lines = {
        str(path.relative_to(lite.FOLDER)): len(path.read_text(encoding="utf-8").splitlines())
        for path in lite.FOLDER.rglob("*.py")
    }
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is_about(name: str) -> None:
    assert part(name).__doc__


def test_what_is_offered_is_a_name_of_torch() -> None:
    own = {"install_methods"}
    functions = set(part("_registry").FUNCTIONS) - own
    assert {name for name in functions if not hasattr(torch, name)} == set()
    methods = {name for name in part("_registry").METHODS if not name.startswith("__")}
    assert {name for name in methods if not hasattr(torch.Tensor, name)} == set()


def names_of(owner: Any) -> list[str]:
    return [name for name in dir(owner) if not name.startswith("_")]


@pytest.mark.parametrize(
    ("title", "real", "facade"),
    [
        ("torch", torch, lite.torch),
        ("Tensor", torch.Tensor, lite.torch.ones(2, 2)),
        ("torch.nn", torch.nn, lite.torch.nn),
        ("torch.nn.functional", torch.nn.functional, lite.torch.nn.functional),
        ("torch.linalg", torch.linalg, lite.torch.linalg),
        ("torch.special", torch.special, lite.torch.special),
        ("torch.cuda", torch.cuda, lite.torch.cuda),
    ],
)
def test_what_is_not_offered_says_how_to_get_on(title: str, real: Any, facade: Any) -> None:
    known = part("_names").NAMES.get(title)  # other libraries bring more of torch's modules in
    absent = [name for name in known or names_of(real) if not hasattr(facade, name)]
    assert absent
    for name in absent:
        with pytest.raises(part("_registry").NotOfferedError, match="on your own machine") as told:
            getattr(facade, name)
        assert str(told.value).startswith(f"{title}.{name} is not in the browser's torch; ")


def test_importing_what_is_not_offered_says_so_too() -> None:
    lines = (
        "from torch import fft", "import torch.utils.data", "from torch.nn import LSTM",
        "from torch import zerosx", "import torch.nonsense",
    )  # fmt: skip
    code = "import torch\n" + "\n".join(
        f"try: exec({line!r})\nexcept ImportError as error: print(error)" for line in lines
    )
    folder = Path(lite.FOLDER).parent
    run = subprocess.run(
        [sys.executable, "-B", "-c", code], capture_output=True, text=True, cwd=folder, check=True
    )
    told = run.stdout.splitlines()
    assert [line.partition(" is not in the browser's torch; ")[0] for line in told[:3]] == [
        "torch.fft", "torch.utils", "torch.nn.LSTM"
    ]  # fmt: skip
    assert told[3].startswith("cannot import name 'zerosx' from 'torch'")
    assert told[4] == "No module named 'torch.nonsense'"
