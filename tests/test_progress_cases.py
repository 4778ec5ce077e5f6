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
        assert parse(case["text"], "the file") == (case["entries"], {})
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
    assert parse(progress.text(), "the result").problems == case["merged"]
    put_beside = {
        entry.problem.name: file.read_text(encoding="utf-8")
        for entry in entries
        for file in tmp_path.glob(f"{entry.problem.name[:3]}_*.imported.py")
    }
    assert put_beside == case["beside"]


@pytest.mark.parametrize("text", [CASES["written"], CASES["written_cards"]])
def test_it_is_written_byte_for_byte(text: str, tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text(text, encoding="utf-8")
    assert Progress(tmp_path).text() == text


# --- review cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["card_changes"], ids=named)
def test_a_card_is_kept_as_it_is_or_refused(case: dict[str, Any]) -> None:
    card = CASES["card"] | case["change"]
    text = with_card(card)
    if case["good"]:
        assert parse(text, "the file") == ({}, {"ch09/x": card})
        return
    with pytest.raises(UsageError, match="the file is not a progress file: card ch09/x: "):
        parse(text, "the file")


@pytest.mark.parametrize("field", CASES["card"])
def test_a_card_has_every_field(field: str) -> None:
    card = {name: value for name, value in CASES["card"].items() if name != field}
    with pytest.raises(UsageError, match=f"card ch09/x has no {field}"):
        parse(with_card(card), "the file")


@pytest.mark.parametrize("case", CASES["card_files"], ids=named)
def test_cards_are_read_or_refused(case: dict[str, Any]) -> None:
    if case["good"]:
        assert parse(case["text"], "the file") == ({}, {})
        return
    with pytest.raises(UsageError, match="not a progress file"):
        parse(case["text"], "the file")


@pytest.mark.parametrize("case", CASES["card_merges"], ids=named)
def test_of_two_cards_the_one_reviewed_later_stays(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text(with_change(case["ours"]), encoding="utf-8")
    progress = Progress(tmp_path)
    theirs = parse(with_change(case["theirs"]), "the other")
    told = progress.merge(theirs, [])
    assert told == [f"review cards: {case['taken']} of 1 taken in"] * len(theirs.cards)
    merged = {"ch09/x": CASES["card"] | case["merged"]}
    assert parse(progress.text(), "the result").cards == merged


def test_what_another_program_reviewed_meanwhile_is_saved_too(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_text(with_change({"reps": 1}), encoding="utf-8")
    progress = Progress(tmp_path)
    later = CASES["card"] | {"reps": 2, "last_review": "2027-01-01T00:00:00.000Z"}
    file.write_text(with_card(later), encoding="utf-8")
    progress.save()
    assert parse(file.read_text(encoding="utf-8"), "the file").cards == {"ch09/x": later}


def with_change(change: dict[str, Any] | None) -> str:
    """A file with one card that is changed so, or with none."""
    if change is None:
        return whole_file({})
    return with_card(CASES["card"] | change)


def with_card(card: dict[str, Any]) -> str:
    return json.dumps({"schema": 1, "problems": {}, "cards": {"ch09/x": card}})


def problem(name: str) -> Problem:
    return replace(ANY_PROBLEM, name=name, starter=CASES["starters"][name])


def whole_file(entries: dict[str, Any]) -> str:
    return json.dumps({"schema": 1, "problems": entries})
