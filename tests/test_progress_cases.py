"""Progress files are read, merged and written in the browser as by ``judge.py``: the cases of
site/web/tests/progress_cases.json, which the front end's own tests hold to as well."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from judgelib.library import Entry, UsageError
from judgelib.progress import Progress, parse
from kernel.problem import Problem, load_problem

ROOT = Path(__file__).resolve().parent.parent
CASES = json.loads((ROOT / "site/web/tests/progress_cases.json").read_text(encoding="utf-8"))
ANY_PROBLEM = load_problem(ROOT / "practice" / "problems" / "081-align-and-pages")


def named(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", CASES["files"], ids=named)
def test_a_file_is_read_or_refused(case: dict[str, Any]) -> None:
    if "error" not in case:
        assert parse(case["text"], "the file") == case["entries"]
        return
    with pytest.raises(UsageError) as refused:
        parse(case["text"], "the file")
    assert ("newer version" in str(refused.value)) == (case["error"] == "newer")


def test_a_problem_is_known_by_the_hash_of_its_starter() -> None:
    hashes = {name: problem(name).starter_hash for name in CASES["starters"]}
    assert hashes == CASES["starter_hashes"]


@pytest.mark.parametrize("case", CASES["merges"], ids=named)
def test_another_file_is_taken_in(case: dict[str, Any], tmp_path: Path) -> None:
    entries = [Entry(problem(name), tmp_path) for name in CASES["starters"]]
    (tmp_path / "progress.json").write_text(whole_file(case["ours"]), encoding="utf-8")
    progress = Progress(tmp_path)
    for entry in entries:
        code = case["ours"].get(entry.problem.name, {}).get("code")
        if code:
            progress.file_of(entry.problem).write_text(code, encoding="utf-8")

    progress.merge(parse(whole_file(case["theirs"]), "the other"), entries)

    assert progress.warnings == []
    assert parse(progress.text(), "the result") == case["merged"]
    put_beside = {
        entry.problem.name: file.read_text(encoding="utf-8")
        for entry in entries
        for file in tmp_path.glob(f"{entry.problem.name[:3]}_*.imported.py")
    }
    assert put_beside == case["beside"]


def test_it_is_written_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text(CASES["written"], encoding="utf-8")
    assert Progress(tmp_path).text() == CASES["written"]


def problem(name: str) -> Problem:
    return replace(ANY_PROBLEM, name=name, starter=CASES["starters"][name])


def whole_file(entries: dict[str, Any]) -> str:
    return json.dumps({"schema": 1, "problems": entries})
