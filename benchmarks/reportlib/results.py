"""The results as they lie in a folder, one JSON document for each benchmark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

STRUCTURES = ("none", "hash_map", "trie", "hash_blocks", "radix")  # as they are shown, in order
WORKLOADS = (
    "five_turns_1", "five_turns_8", "five_turns_32", "few_shot",
    "agent", "agent_time_first", "agent_time_last",
)  # fmt: skip


def read_results(folder: Path) -> dict[str, Any]:
    """Every document by its name, in the order of the names."""
    return {
        file.stem: json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.json"))
    }


def at(document: Any, *path: str) -> Any:
    """What lies at a path of keys; None where nothing was measured."""
    for key in path:
        if not isinstance(document, dict) or key not in document:
            return None
        document = document[key]
    return document


def rows_of_workloads(figures: dict[str, Any]) -> list[str]:
    """The workloads that were run, those of the full size first."""
    known = [name for name in WORKLOADS if name in figures]
    others = [name for name, of in figures.items() if at(of, "none") and name not in known]
    return known + others
