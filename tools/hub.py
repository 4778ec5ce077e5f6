"""Models from the Hugging Face hub, or from ModelScope where that package is installed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from fetch import ModelError

PATTERNS = ["*.safetensors", "*.json", "*.txt", "*.jinja", "LICENSE*"]


def fetch(name: str, folder: Path) -> None:
    """Fetch a model by its name on a hub into a new folder; a broken download goes on next time.

    Raises:
        ModelError: if no hub has it or none can be reached.
    """
    os.environ.setdefault("HF_HUB_ETAG_TIMEOUT", "10")
    reasons = []
    for source, download in (("Hugging Face", _hugging_face), ("ModelScope", _model_scope)):
        try:
            shutil.copytree(download(name), folder, ignore=shutil.ignore_patterns(".*"))
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


def _hugging_face(name: str) -> str:
    from huggingface_hub import snapshot_download

    return snapshot_download(name, allow_patterns=PATTERNS)


def _model_scope(name: str) -> str:
    try:
        from modelscope import snapshot_download
    except ImportError:
        raise ModelError("the package modelscope is not installed") from None
    return snapshot_download(name, allow_patterns=PATTERNS)
