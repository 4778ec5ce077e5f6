"""The problems themselves. That each is strong and fair is what ``judge.py check --all`` proves."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from kernel.problem import load_problem, problem_folders
from kernel.rewriting import prepare

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS = problem_folders(ROOT / "practice" / "problems")
NAMES = ("name", "id", "arg", "attr")  # of the nodes of a syntax tree that have one
STRENGTH = json.loads((ROOT / "practice" / "strength.json").read_text(encoding="utf-8"))


def test_every_tests_py_is_a_pytest_file_that_the_reference_passes() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--import-mode=importlib", "-p",
               "no:cacheprovider", *(str(folder / "tests.py") for folder in PROBLEMS)]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    total = sum(len(prepare(load_problem(folder).tests).names) for folder in PROBLEMS)
    assert run.returncode == 0, run.stdout[-3000:]
    assert f"{total} passed" in run.stdout


def test_there_are_enough_problems_and_each_chapter_has_its_own() -> None:
    chapters = [load_problem(folder).chapter for folder in PROBLEMS]
    assert len(PROBLEMS) >= 40
    for chapter in range(10):
        assert chapters.count(chapter) >= (10 if chapter >= 8 else 3), chapter


@pytest.mark.parametrize("folder", PROBLEMS, ids=lambda folder: folder.name)
def test_both_statements_name_the_same_things(folder: Path) -> None:
    """Names in code type: a rule that only one language has mostly shows there."""
    tree = ast.parse((folder / "starter.py").read_text(encoding="utf-8"))
    known = {getattr(node, field, None) for node in ast.walk(tree) for field in NAMES}
    names = []
    for lang in ("en", "zh"):
        text = (folder / f"statement.{lang}.md").read_text(encoding="utf-8")
        spans = re.findall(r"`([^`]+)`", text)
        found = {name for span in spans for name in re.findall(r"[A-Za-z_]\w*", span)}
        names.append(found & known)
    assert names[0] == names[1]


def test_the_figures_are_those_of_all_problems() -> None:
    assert list(STRENGTH["problems"]) == [folder.name for folder in PROBLEMS]
    for name, figures in STRENGTH["problems"].items():
        tests = prepare(load_problem(ROOT / "practice" / "problems" / name).tests)
        assert len(figures["caught"]) == len(tests.checks), name
        wrong = {path.stem for path in (ROOT / "practice" / "problems" / name).glob("wrong/*.py")}
        assert set(figures["wrong"]) == wrong, name
        assert all(kill["failed"] for kill in figures["wrong"].values()), name


def test_a_quarter_of_the_problems_have_alternatives() -> None:
    having = [folder for folder in PROBLEMS if list(folder.glob("alternatives/*.py"))]
    assert 4 * len(having) >= len(PROBLEMS)


def test_chapters_list_their_problems() -> None:
    listed = [
        number
        for path in sorted((ROOT / "chapters").glob("*/chapter.toml"))
        for number in tomllib.loads(path.read_text(encoding="utf-8"))["practice"]["problems"]
    ]
    assert listed == [int(folder.name[:3]) for folder in PROBLEMS]
