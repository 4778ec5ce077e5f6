"""Chapter 10: the short programs that its page shows still print what the page says."""

from __future__ import annotations

import runpy

import pytest
from conftest import REPOSITORY

FOLDER = REPOSITORY / "chapters" / "ch10_cache_at_scale" / "demos"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py"))


def test_every_program_has_its_output_and_every_output_its_program() -> None:
    assert NAMES, f"{FOLDER} has no programs"
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_program_prints_what_was_captured(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    captured = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    program = f"chapters/ch10_cache_at_scale/demos/{name}"
    hint = f"if the change is meant: python {program}.py > {program}.txt"
    assert capsys.readouterr().out == captured, hint
