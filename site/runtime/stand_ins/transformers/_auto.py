"""Tokenizers by their folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._tokenizer import Tokenizer


class AutoTokenizer:
    """Makes tokenizers; see ``from_pretrained``."""

    @staticmethod
    def from_pretrained(folder: Any) -> Tokenizer:
        """The tokenizer of a model's folder.

        Raises:
            FileNotFoundError: if the folder has no tokenizer.json.
            ValueError: if it asks for what is not offered.
        """
        home = Path(folder)
        config = (
            _read(home / "tokenizer_config.json") if _has(home, "tokenizer_config.json") else {}
        )
        template = config.get("chat_template")
        if _has(home, "chat_template.jinja"):
            template = (home / "chat_template.jinja").read_text(encoding="utf-8")
        return Tokenizer(_read(home / "tokenizer.json"), config, template)


def _has(home: Path, name: str) -> bool:
    return (home / name).is_file()


def _read(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document
