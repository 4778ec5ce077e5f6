"""The table of operators and figures: site/runtime/conformance.json, written and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from conformlib.measuring import Measured
from conformlib.reasons import REASONS

TABLE = Path(__file__).resolve().parents[2] / "site" / "runtime" / "conformance.json"
MADE = "python tools/conformance.py"
PROGRAMS = 20_000  # random ones that the tests run
LEAST_SHARE = 0.99
LEAST_OPERATORS = 120


def table_of(measured: list[Measured]) -> dict[str, Any]:
    """What the file says, as one document."""
    return {
        "made": MADE,
        "torch": torch.__version__.partition("+")[0],
        "programs": PROGRAMS,
        "operators": {one.name: _row(one) for one in sorted(measured, key=lambda one: one.name)},
    }


def _row(one: Measured) -> dict[str, Any]:
    row: dict[str, Any] = {"samples": one.samples, "agree": one.agree}
    if one.refused:
        row["refused"] = {"samples": one.refused, "agree": one.refused_alike}
    if one.other_layout:
        row["other_layout"] = one.other_layout
    if one.skipped:
        row["skipped"] = dict(sorted(one.skipped.items()))
    if one.same_as:
        row["same_as"] = one.same_as
    if one.first:
        row["reason"] = REASONS.get(one.name, one.first)
    return row


def samples_known(path: Path = TABLE) -> dict[str, int]:
    """How many samples the operators had when the file was written."""
    rows = _read(path).get("operators", {})
    return {name: row["samples"] for name, row in rows.items()}


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def text_of(table: dict[str, Any]) -> str:
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def problems_of(measured: list[Measured], path: Path = TABLE) -> list[str]:
    """What is not as it should be: the file, the operators below the mark, their number."""
    problems = [
        f"{one.name} agrees on {one.agree} of {one.samples} samples: {one.first}"
        for one in measured
        if one.share < LEAST_SHARE
    ]
    tried = sum(one.samples > 0 for one in measured)
    if tried < LEAST_OPERATORS:
        problems.append(f"{tried} operators are offered, fewer than {LEAST_OPERATORS}")
    stale = sorted({name for name in REASONS} - {one.name for one in measured if one.first})
    problems += [f"{name} has a reason in reasons.py but does not differ" for name in stale]
    table = table_of(measured)
    known = _read(path)
    if known != table:
        changed = _changed(known, table)
        problems.append(f"{path.name} is not up to date ({changed}); write it again with: {MADE}")
    return problems


def _changed(known: dict[str, Any], table: dict[str, Any]) -> str:
    before, now = known.get("operators", {}), table["operators"]
    names = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    if not names:
        return "its head"
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
