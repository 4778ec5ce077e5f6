"""The Python of the browser, run under Node: how it is built, how it starts, and what it judges.

Verdicts are compared for some programs of each problem, drawn with a seed; for all of them with

    COURSE_ALL_PROGRAMS=1 python -m pytest tests/test_browser_python.py -k verdicts
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from judgelib.process import Child
from kernel.problem import Problem, load_problem, problem_folders
from sitelib import BUILD, SiteError, node, snapshot, wheels
from sitelib.incremental import Builder

HERE = Path(__file__).resolve().parent
PROBLEMS = HERE.parent / "practice" / "problems"
RUNNER = HERE / "browser_python.mjs"
DRAWN = 2  # programs of each problem, beside its solution
UNCHECKED = 1  # in the flags of a .pyc (PEP 552): valid, whatever the source is


@pytest.fixture(scope="module")
def built() -> Path:
    """The folder build/python, up to date."""
    return Builder(BUILD).run(snapshot.step())


def in_node(folder: Path, scratch: Path, **request: Any) -> dict[str, Any]:
    """Boot Python from a folder and let it do what is asked: see browser_python.mjs."""
    file = scratch / "request.json"
    file.write_text(json.dumps({"snapshot": True, "programs": [], **request}), encoding="utf-8")
    answer = json.loads(node.run([str(RUNNER), str(folder), str(file)], what="browser_python.mjs"))
    assert isinstance(answer, dict)
    return answer


def copy_with(folder: Path, target: Path, name: str, content: bytes | None) -> Path:
    """A folder like the built one, in which one file is another, or missing."""
    shutil.copytree(folder, target)
    if content is None:
        (target / name).unlink()
    else:
        (target / name).write_bytes(content)
    return target


def test_a_second_build_does_nothing(built: Path) -> None:
    builder = Builder(BUILD)
    assert builder.run(snapshot.step()) == built
    assert builder.ran == []


def test_the_same_sources_give_the_same_wheels(built: Path, tmp_path: Path) -> None:
    wheels.make(tmp_path)
    names = sorted(path.name for path in built.glob("*.whl"))
    assert sorted(path.name for path in tmp_path.glob("*.whl")) == names
    for name in [*names, "pyodide-lock.json"]:
        assert (tmp_path / name).read_bytes() == (built / name).read_bytes(), name


def test_the_lock_names_our_wheels_and_no_others(built: Path) -> None:
    packages = json.loads((built / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    assert {name: sorted(package["imports"]) for name, package in packages.items()} == {
        "course-judge": ["course_worker", "kernel", "tracelib"],
        "course-stand-ins": ["safetensors", "tqdm", "transformers"],
        "course-torch": ["torch"],
        "minisgl": ["minisgl"],
    }
    files = {package["file_name"]: package["sha256"] for package in packages.values()}
    assert set(files) == {path.name for path in built.glob("*.whl")}
    for name, digest in files.items():
        assert hashlib.sha256((built / name).read_bytes()).hexdigest() == digest, name


def test_wheels_hold_every_module_as_source_and_compiled(built: Path) -> None:
    for wheel in wheels.our_wheels():
        (file,) = built.glob(f"{wheel.name.replace('-', '_')}-*.whl")
        with zipfile.ZipFile(file) as archive:
            held = {name for name in archive.namelist() if ".dist-info/" not in name}
            assert held == {name + end for name in wheel.files() for end in ("", "c")}
            for place, source in wheel.files().items():
                assert archive.read(place) == (HERE.parent / source).read_bytes()
                assert int.from_bytes(archive.read(f"{place}c")[4:8], "little") == UNCHECKED


def programs_of(folder: Path, generator: random.Random) -> list[Path]:
    """The solution and some others; all of them if that is asked for."""
    others = [folder / "starter.py", *sorted(folder.glob("*/*.py"))]
    if "COURSE_ALL_PROGRAMS" not in os.environ:
        others = generator.sample(others, DRAWN)
    return [folder / "solution.py", *others]


def command_line_verdict(children: dict[bool, Child], problem: Problem, file: Path) -> str:
    """What practice/judge.py --runtime lite says, as JSON."""
    needs_torch = "torch" in problem.needs
    if needs_torch not in children or not children[needs_torch].alive:
        children[needs_torch] = Child(sys.executable, needs_torch, "lite")
    data = file.read_bytes()
    return json.dumps(
        children[needs_torch].judge(problem, data, problem.time_limit, filename=file.name)
    )


def test_verdicts_are_those_of_the_command_line(built: Path, tmp_path: Path) -> None:
    generator = random.Random(0)
    files = [(folder, file) for folder in problem_folders(PROBLEMS)
             for file in programs_of(folder, generator)]  # fmt: skip
    problems = {folder: load_problem(folder) for folder, _ in files}
    assert {"torch" in problem.needs for problem in problems.values()} == {False, True}
    children: dict[bool, Child] = {}
    try:
        wanted = {
            file: command_line_verdict(children, problems[folder], file) for folder, file in files
        }
    finally:
        for child in children.values():
            child.end()
    # Here nobody stops a program that has no end; in Chromium the page does (tests/chromium).
    files = [(folder, file) for folder, file in files if '"time_limit"' not in wanted[file]]
    programs = [
        {
            "problem": problems[folder].to_json(),
            "code": file.read_text(encoding="utf-8"),
            "filename": file.name,
        }
        for folder, file in files
    ]
    answer = in_node(built, tmp_path, programs=programs)
    assert answer["warnings"] == []
    for (_, file), verdict in zip(files, answer["verdicts"], strict=True):
        assert verdict == wanted[file], file.relative_to(PROBLEMS).as_posix()


def damaged(snapshot: bytes) -> bytes:
    """The same with one bit in the middle of the memory changed."""
    memory = bytearray(gzip.decompress(snapshot))
    memory[len(memory) // 2] ^= 1
    return gzip.compress(memory, compresslevel=1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda snapshot: None, "status 404"),
        (lambda snapshot: b"no gzip", "header"),
        (damaged, "not one of this Python"),
    ],
    ids=["missing", "unreadable", "damaged"],
)
def test_without_a_good_snapshot_python_starts_the_plain_way(
    built: Path, tmp_path: Path, change: Callable[[bytes], bytes | None], said: str
) -> None:
    content = change((built / "snapshot.bin").read_bytes())
    folder = copy_with(built, tmp_path / "python", "snapshot.bin", content)
    file = PROBLEMS / "001-rms-norm" / "solution.py"
    problem = load_problem(file.parent).to_json()
    program = {"problem": problem, "code": file.read_text(encoding="utf-8"), "filename": file.name}
    answer = in_node(folder, tmp_path, programs=[program])
    assert len(answer["warnings"]) == 1
    assert said in answer["warnings"][0]
    assert json.loads(answer["verdicts"][0])["status"] == "accepted"


def test_a_snapshot_of_other_wheels_is_not_used(built: Path, tmp_path: Path) -> None:
    lock = json.loads((built / "pyodide-lock.json").read_text(encoding="utf-8"))
    del lock["packages"]["minisgl"]
    other = json.dumps(lock).encode()
    folder = copy_with(built, tmp_path / "python", "pyodide-lock.json", other)
    answer = in_node(folder, tmp_path, python="import torch; torch.ones(2).sum().item()")
    assert len(answer["warnings"]) == 1
    assert "made from other wheels" in answer["warnings"][0]
    assert answer["value"] == 2


def test_a_wheel_with_another_hash_is_refused(built: Path, tmp_path: Path) -> None:
    (name,) = [path.name for path in built.glob("course_torch-*.whl")]
    folder = copy_with(built, tmp_path / "python", name, (built / name).read_bytes() + b"\0")
    with pytest.raises(SiteError, match=rf"{name} has another hash"):
        in_node(folder, tmp_path)


def test_tracebacks_show_the_sources_in_wheels(built: Path, tmp_path: Path) -> None:
    answer = in_node(
        built,
        tmp_path,
        python="""
import traceback

import torch
from minisgl.utils import div_ceil

try:
    div_ceil(torch.ones(2), torch.ones(3))
except RuntimeError:
    text = traceback.format_exc()
text
""",
    )
    assert "/minisgl/utils/misc.py" in answer["value"]
    assert "/torch/_arithmetic.py" in answer["value"]
    source = (HERE.parent / "minisgl" / "utils" / "misc.py").read_text(encoding="utf-8")
    (line,) = [line.strip() for line in source.splitlines() if "return -(" in line]
    assert line in answer["value"]


def test_each_start_from_the_snapshot_draws_other_numbers(built: Path, tmp_path: Path) -> None:
    draw = "import random; random.getrandbits(30)"
    first, second = (in_node(built, tmp_path, python=draw) for _ in range(2))
    assert first["warnings"] == second["warnings"] == []
    assert first["value"] != second["value"]


def test_without_node_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node.shutil, "which", lambda name: None)
    monkeypatch.setattr(node.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SiteError, match=r"no Node\.js on PATH: install it, or run: .* pip"):
        node.find_tools.__wrapped__()


def test_npm_ci_runs_once_for_each_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    monkeypatch.setattr(node, "_run", lambda command, folder, what: ran.append(what))
    (tmp_path / "node_modules").mkdir()
    lock = tmp_path / "package-lock.json"
    for content in ("one", "one", "two", "two"):
        lock.write_text(content, encoding="utf-8")
        node.install(tmp_path, tmp_path / "build")
    assert ran == ["npm ci", "npm ci"]
