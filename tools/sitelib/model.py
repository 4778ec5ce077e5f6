"""The tiny model, which the page of the live engine loads: the files that an engine reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from sitelib import ROOT
from sitelib.incremental import Step

NAME = "tiny-story"
SOURCE = ROOT / "site" / "models" / NAME
FILES = (
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
)


def step() -> Step:
    """The folder ``models`` of the site."""
    files = tuple(SOURCE / name for name in FILES)
    return Step("models", "copying the tiny model", (Path(__file__), *files), copy_model)


def copy_model(target: Path) -> None:
    (target / NAME).mkdir()
    for name in FILES:
        shutil.copyfile(SOURCE / name, target / NAME / name)
