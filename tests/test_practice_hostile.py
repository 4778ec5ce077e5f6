"""Programs that hurt, cheat or are broken: each has its verdict, and none does any harm."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from golden_verdicts import EVERY_PROGRAM, VERDICTS, as_text, judged
from hostile_programs import WITH_TORCH
from judgelib.process import Child

RIGHT = {name for name in EVERY_PROGRAM if name.startswith(("right", "torch_right"))} | {
    "loses_its_output",  # it prints nowhere, and is right
    "torch_inference_left_on",
}


class Children:
    """A process for each program, or the last one if it is still there."""

    def __init__(self) -> None:
        self._torch: Child | None = None

    def get(self, torch: bool) -> Child:
        if not torch:
            return Child(sys.executable, needs_torch=False)
        if self._torch is None or not self._torch.alive:
            self._torch = Child(sys.executable, needs_torch=True)
        return self._torch

    def close(self) -> None:
        if self._torch is not None:
            self._torch.end()


@pytest.fixture(scope="module")
def children() -> Iterator[Children]:
    children = Children()
    yield children
    children.close()


@pytest.mark.parametrize("name", EVERY_PROGRAM)
def test_every_program_has_its_verdict(name: str, children: Children, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("years of work", encoding="utf-8")
    child = children.get(name in WITH_TORCH)
    verdict = judged(name, child, tmp_path)
    if name not in WITH_TORCH:
        child.end()
    expected = (VERDICTS / f"{name}.json").read_text(encoding="utf-8")
    if sys.version_info[:2] == (3, 11):  # others word some errors in another way
        assert as_text(verdict) == expected
    assert verdict["status"] == json.loads(expected)["status"]
    assert (verdict["status"] == "accepted") == (name in RIGHT)
    assert verdict["message"]
    assert precious.read_text(encoding="utf-8") == "years of work"


def test_no_verdict_is_left_over() -> None:
    assert {path.stem for path in VERDICTS.glob("*.json")} == set(EVERY_PROGRAM)


def test_every_failure_says_more_than_that_it_failed() -> None:
    for path in VERDICTS.glob("*.json"):
        for test in json.loads(path.read_text(encoding="utf-8"))["tests"]:
            if test["status"] in ("passed", "not_run"):
                continue
            assert test["message"], path.name
            if test["status"] == "wrong_answer":
                assert test["call"] and test["got"] and test["expected"], path.name
            for frame in test["frames"]:
                assert frame["line"] > 0 and frame["text"], path.name
            assert len(test["frames"]) <= 3, path.name
