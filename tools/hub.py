"""Models from the Hugging Face hub, or from ModelScope where that package is installed."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from fetch import ModelError

PATTERNS = ["*.safetensors", "*.json", "*.txt", "*.jinja", "LICENSE*"]
# Some repositories hold the same weights a second time, in the form of their makers.
TWICE = ["consolidated*", "original", "onnx"]


def fetch(name: str, folder: Path) -> None:
    """Fetch a model by its name on a hub into a new folder; a broken download goes on next time.

    Raises:
        ModelError: if no hub has it or none can be reached.
    """
    os.environ.setdefault("HF_HUB_ETAG_TIMEOUT", "10")
    reasons = []
    for source, download in (("Hugging Face", _hugging_face), ("ModelScope", _model_scope)):
        try:
            got = Path(download(name))
            missing = missing_files(got)
            if missing:  # without a network a client gives what an earlier run got
                raise ModelError(f"only a part of it is in {got}: no {', '.join(missing)}")
            shutil.copytree(got, folder, ignore=shutil.ignore_patterns(".*", *TWICE))
            return
        except Exception as error:  # each client has errors of its own for "no network"
            shutil.rmtree(folder, ignore_errors=True)
            first_line = (str(error).strip() or type(error).__name__).splitlines()[0]
            reasons.append(f"  {source}: {first_line[:200]}")
    raise ModelError(
        f"{name} cannot be fetched:\n" + "\n".join(reasons) + "\n"
        "What you can do: set HF_ENDPOINT to a mirror that you reach; or copy a model folder from "
        "another machine into models/; or use a model that needs no hub: "
        "python tools/models.py get smollm2-135m"
    )


def missing_files(folder: Path) -> list[str]:
    """What a model's folder lacks of a config, a tokenizer and all of its weights."""
    missing = [] if (folder / "config.json").is_file() else ["config.json"]
    if not any((folder / name).is_file() for name in ("tokenizer.json", "vocab.json")):
        missing.append("tokenizer.json")
    index = folder / "model.safetensors.index.json"
    weights = {"model.safetensors"}
    if index.is_file():
        weights = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    return missing + sorted(name for name in weights if not (folder / name).is_file())


def _hugging_face(name: str) -> str:
    from huggingface_hub import snapshot_download

    ignored = [pattern for word in TWICE for pattern in (word, f"{word}/*")]
    return snapshot_download(name, allow_patterns=PATTERNS, ignore_patterns=ignored)


def _model_scope(name: str) -> str:
    try:
        from modelscope import snapshot_download
    except ImportError:
        raise ModelError("the package modelscope is not installed") from None
    return snapshot_download(name, allow_patterns=PATTERNS)
