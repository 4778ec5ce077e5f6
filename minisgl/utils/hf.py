"""Finding and reading a model folder in the Hugging Face layout."""

from __future__ import annotations

import argparse
import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from minisgl.env import ENV

from .device import resolve_device, resolve_dtype

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

BEST_FIRST = ("qwen3-0.6b", "smollm2-135m", "tiny-qwen3")


def find_model(name: str | None = None) -> Path:
    """The folder of a model.

    Args:
        name: a folder, or the name of one under ``models/``; None takes the best that is there.

    Raises:
        FileNotFoundError: saying where it was looked for and how to get it.
    """
    if name is not None and (Path(name) / "config.json").is_file():
        return Path(name)
    homes = _model_homes()
    for wanted in BEST_FIRST if name is None else (name,):
        for home in homes:
            if (home / wanted / "config.json").is_file():
                return home / wanted
    looked = ", ".join(str(home) for home in homes) or "no models folder"
    command = f"python tools/models.py get {name or BEST_FIRST[-1]}"
    raise FileNotFoundError(f"no model {name or ''} (looked in: {looked}). Get it with: {command}")


def _model_homes() -> list[Path]:
    """Every ``models`` folder that may hold models: the setting, here and above, the checkout."""
    starts = [Path.cwd(), Path(__file__).resolve().parent]
    homes = [Path(ENV.MODELS.value)] if ENV.MODELS.value else []
    homes += [folder / "models" for start in starts for folder in (start, *start.parents)]
    return [home for home in dict.fromkeys(homes) if home.is_dir()]


def load_hf_config(model_path: str | Path) -> dict[str, Any]:
    """``config.json`` as a dictionary, with ``eos_token_id`` of ``generation_config.json``.

    Raises:
        FileNotFoundError: if the folder is not a model's.
        ValueError: if a file is no JSON.
    """
    folder = Path(model_path)
    if not (folder / "config.json").is_file():
        raise FileNotFoundError(f"{folder} has no config.json: is it a Hugging Face model folder?")
    config = _read_json(folder / "config.json")
    if (folder / "generation_config.json").is_file():  # chat models list all their ends here
        generation = _read_json(folder / "generation_config.json")
        config["eos_token_id"] = generation.get("eos_token_id", config.get("eos_token_id"))
    return config


def _read_json(file: Path) -> dict[str, Any]:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file} is no JSON ({error}): get the model again") from None


@functools.cache
def load_tokenizer(model_path: str | Path) -> PreTrainedTokenizerBase:
    """The tokenizer of a model folder."""
    from transformers import AutoTokenizer  # heavy: only when text comes in

    return AutoTokenizer.from_pretrained(str(model_path))


@dataclass(frozen=True)
class ModelOptions:
    """What an example's command line chose."""

    path: Path
    device: torch.device
    dtype: torch.dtype


def parse_model_options(description: str | None) -> ModelOptions:
    """Read ``--model``, ``--device`` and ``--dtype``, and say in one line what was chosen.

    A wrong choice ends the program with a sentence and status 2.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--model", help="name under models/, or a folder (default: the best there)")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or cuda:N")
    parser.add_argument("--dtype", default="auto", help="auto, float32, float16 or bfloat16")
    args = parser.parse_args()
    try:
        path = find_model(args.model)
        device = resolve_device(args.device)
        dtype = resolve_dtype(args.dtype, device)
    except (FileNotFoundError, ValueError) as error:
        parser.error(str(error))
    print(f"model {path.name}, {device}, {str(dtype).removeprefix('torch.')}")
    return ModelOptions(path, device, dtype)
