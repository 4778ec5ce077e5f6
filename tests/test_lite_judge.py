"""The browser's torch gives the verdicts of the real one, byte for byte.

Each program that comes with the problems is judged with both: the starter, the reference, the
alternatives, the wrong programs; and the hostile ones of the golden verdicts. What torch adds up in
its half types and how it orders equal elements shows in what wrong programs get: a facade that does
it in another way is found here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from golden_verdicts import as_text, judged
from hostile_programs import WITH_TORCH
from judgelib.check import Workshop
from judgelib.process import Child
from kernel.problem import load_problem, problem_folders

PROBLEMS = Path(__file__).resolve().parent.parent / "practice" / "problems"
FOLDERS = [f for f in problem_folders(PROBLEMS) if "torch" in load_problem(f).needs]

# They ask for what the browser's torch does not have: files, subclasses of tensors, other devices.
NOT_OFFERED = {
    "torch_subclass": "Tensor.as_subclass",
    "torch_saves": "torch.save",
    "torch_maps_a_file": "torch.from_file",
    "torch_meta": "the device meta",
    "torch_mode_left_on": "torch.overrides",
}


@pytest.fixture(scope="module")
def both() -> Iterator[dict[str, Workshop]]:
    """A process with the real torch and one with the browser's, each as long as it lives."""
    workshops = {name: Workshop(sys.executable, name) for name in ("torch", "lite")}
    yield workshops
    for workshop in workshops.values():
        workshop.close()


def programs_of(folder: Path) -> list[Path]:
    given = [folder / "starter.py", folder / "solution.py"]
    return given + sorted(folder.glob("alternatives/*.py")) + sorted(folder.glob("wrong/*.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_program_of_a_problem_has_the_same_verdict(
    folder: Path, both: dict[str, Workshop]
) -> None:
    problem = load_problem(folder)
    for path in programs_of(folder):
        verdicts = {
            name: as_text(workshop.judge(problem, path.read_bytes(), path.name))
            for name, workshop in both.items()
        }
        assert verdicts["lite"] == verdicts["torch"], path.relative_to(PROBLEMS)


def test_there_are_programs_to_judge() -> None:
    assert len(FOLDERS) >= 13
    assert sum(len(programs_of(folder)) for folder in FOLDERS) >= 240


@pytest.fixture(scope="module")
def children() -> Iterator[dict[str, Child]]:
    """By runtime, the process that judged last."""
    children: dict[str, Child] = {}
    yield children
    for child in children.values():
        child.end()


def hostile_verdict(name: str, runtime: str, children: dict[str, Child], folder: Path) -> Any:
    child = children.get(runtime)
    if child is None or not child.alive:
        child = children[runtime] = Child(sys.executable, True, runtime)
    (folder / "precious.txt").write_text("years of work", encoding="utf-8")
    verdict = judged(name, child, folder)
    assert (folder / "precious.txt").read_text(encoding="utf-8") == "years of work"
    return verdict


@pytest.mark.parametrize("name", WITH_TORCH)
def test_a_hostile_program_has_the_same_verdict(
    name: str, children: dict[str, Child], tmp_path: Path
) -> None:
    lite = hostile_verdict(name, "lite", children, tmp_path)
    if name in NOT_OFFERED:
        assert lite["status"] == "needs_local"
        assert lite["message"].startswith(f"{NOT_OFFERED[name]} is not in the browser's torch: ")
        assert lite["message"].endswith("python practice/judge.py test 901")
        assert lite["hint"] is None
        return
    assert as_text(lite) == as_text(hostile_verdict(name, "torch", children, tmp_path))


def test_nothing_is_listed_that_is_no_program() -> None:
    assert set(NOT_OFFERED) <= set(WITH_TORCH)
