"""The environment that tools/course.py makes: its states, its making, its failures; no network."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

import course
import environment
import pytest
from running import CourseError

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with nothing but what decides about the environment."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    (tmp_path / "constraints.txt").write_text("# pins\ntorch==9.9.9\ntqdm==1.0\n", "utf-8")
    return tmp_path


def make_venv(root: Path, ours: bool = True) -> Path:
    """What a whole environment looks like from outside."""
    venv = root / ".venv"
    environment.venv_python(venv).parent.mkdir(parents=True)
    environment.venv_python(venv).write_text("", "utf-8")
    (venv / "pyvenv.cfg").write_text("version = 3.11.7\n", "utf-8")
    if ours:
        (venv / environment.MARK).write_text(f"{venv}\n", "utf-8")
    return venv


def make_ready(root: Path) -> Path:
    venv = make_venv(root)
    environment._write_stamp(root, venv)
    return venv


# --- the version of Python ----------------------------------------------------------------------


def test_an_old_python_is_told_which_to_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment.shutil, "which", lambda name: name if "12" in name else None)
    problem = environment.python_problem((3, 8, 18))
    assert problem is not None
    assert "needs Python 3.11 or newer, and this is 3.8.18" in problem
    assert problem.endswith("run python3.12 tools/course.py check")
    assert environment.python_problem((3, 11, 0)) is None
    assert environment.python_problem((3, 14, 1)) is None


@pytest.mark.parametrize("name", ["course", "doctor", "environment", "running"])
def test_python_3_8_can_read_the_files_that_say_so(name: str) -> None:
    text = (TOOLS / f"{name}.py").read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 8))


# --- the state of the environment ---------------------------------------------------------------


def test_the_states_of_an_environment(root: Path) -> None:
    assert environment.state(root) == "not here"
    make_ready(root)
    assert environment.state(root) == "ready"


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", ".venv/pyvenv.cfg"])
def test_what_decides_about_the_environment_makes_it_out_of_date(root: Path, name: str) -> None:
    make_ready(root)
    (root / name).write_text("changed\n", "utf-8")
    assert environment.state(root) == "out of date"


def test_a_moved_environment_must_be_made_again(root: Path) -> None:
    make_ready(root)
    moved = root.rename(root.parent / "moved")
    assert environment.state(moved) == "half made"


def test_an_installation_that_was_stopped_is_out_of_date(root: Path) -> None:
    make_venv(root)
    assert environment.state(root) == "out of date"


@pytest.mark.parametrize("missing", ["python", "pyvenv.cfg"])
def test_a_half_made_environment_is_ours_only_with_the_mark(root: Path, missing: str) -> None:
    venv = make_ready(root)
    (environment.venv_python(venv) if missing == "python" else venv / missing).unlink()
    assert environment.state(root) == "half made"
    (venv / environment.MARK).unlink()
    assert environment.state(root) == "foreign"


def test_an_empty_folder_is_nobodys(root: Path) -> None:
    (root / ".venv").mkdir()
    assert environment.state(root) == "half made"


def test_a_file_in_the_place_of_the_environment_is_foreign(root: Path) -> None:
    (root / ".venv").write_text("", "utf-8")
    assert environment.state(root) == "foreign"
    with pytest.raises(CourseError, match="not made by this program: move it away"):
        environment.ensure(root)


def test_a_foreign_folder_is_never_emptied(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "precious").write_text("mine", "utf-8")
    with pytest.raises(CourseError, match="move it away"):
        environment.ensure(root)
    assert (root / ".venv" / "precious").read_text("utf-8") == "mine"


def test_a_ready_environment_runs_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv = make_ready(root)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert environment.ensure(root) == environment.venv_python(venv)


# --- making it ----------------------------------------------------------------------------------


def fake_steps(monkeypatch: pytest.MonkeyPatch, root: Path, failing: int = 0) -> list[str]:
    """Let the environment be made without venv and pip; ``failing`` imports fail first."""
    titles: list[str] = []

    def run(title: str, command: list[str], log: Path, folder: Path) -> int:
        titles.append(title)
        log.write_text("a line\n", "utf-8")
        if title == "making .venv":
            environment.venv_python(root / ".venv").parent.mkdir()
            environment.venv_python(root / ".venv").write_text("", "utf-8")
            (root / ".venv" / "pyvenv.cfg").write_text("version = 3\n", "utf-8")
        imports = [one for one in titles if one.startswith("importing")]
        return 1 if title.startswith("importing") and len(imports) <= failing else 0

    monkeypatch.setattr(environment, "run_quietly", run)
    monkeypatch.setattr(environment, "_has_pip", lambda venv: True)
    return titles


INSTALL = ["installing torch==9.9.9", "installing the other packages of the course"]
IMPORT = ["importing torch and the engine"]


def test_torch_is_installed_first_and_alone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = fake_steps(monkeypatch, root)
    environment.ensure(root)
    assert titles == ["making .venv", *INSTALL, *IMPORT]
    assert environment.state(root) == "ready"


def test_a_half_made_environment_is_made_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv = make_venv(root)
    environment.venv_python(venv).unlink()
    environment.venv_python(venv).parent.rmdir()
    (venv / "left over").mkdir()
    titles = fake_steps(monkeypatch, root)
    environment.ensure(root)
    assert titles[0] == "making .venv"
    assert not (venv / "left over").exists()


def test_new_requirements_are_installed_into_what_is_there(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_ready(root)
    (root / "pyproject.toml").write_text("new\n", "utf-8")
    titles = fake_steps(monkeypatch, root)
    environment.ensure(root)
    assert titles == [*INSTALL, *IMPORT]


def test_an_installation_that_does_not_work_is_made_once_more(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_venv(root)
    titles = fake_steps(monkeypatch, root, failing=1)
    monkeypatch.setattr(environment, "_has_pip", lambda venv: (venv / "pyvenv.cfg").is_file())
    environment.ensure(root)
    assert titles == [*INSTALL, *IMPORT, "making .venv", *INSTALL, *IMPORT]


def test_a_python_without_ensurepip_names_the_package(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(CourseError, match=r"sudo apt install python3\.\d+-venv"):
        environment.ensure(root)


@pytest.mark.parametrize(("number", "words"), [(28, "the disk is full"), (30, "make the folder")])
def test_a_disk_that_cannot_be_written(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def refuse(self: Path, exist_ok: bool = False) -> None:
        raise OSError(number, os.strerror(number), str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(CourseError, match=words):
        environment.ensure(root)


# --- pip ----------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for python is a shell script")
def test_a_pip_that_fails_shows_the_end_of_its_log(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    venv = make_venv(root)
    python = environment.venv_python(venv)
    script = '[ "$4" = "" ] && exit 0\nfor i in $(seq 40); do echo "line $i of pip"; done\nexit 1\n'
    python.write_text(f"#!/bin/sh\n{script}", "utf-8")
    python.chmod(0o755)
    assert course.main(["check"], root) == 1
    message = capfd.readouterr().err
    assert message.startswith("course.py: installing torch==9.9.9 failed; when what pip says")
    assert str(venv / environment.LOG) in message
    assert "line 26 of pip" in message and "line 40 of pip" in message
    assert "line 25 of pip" not in message
    assert environment.state(root) == "out of date"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ERROR: [Errno 28] No space left on device", "the disk is full"),
        ("Failed to establish a new connection: [Errno -3]", "reaches no package index"),
        ("ERROR: No matching distribution found for torch==9.9.9", "no such version for Python 3"),
        ("ERROR: ResolutionImpossible: for help visit", "no such version for Python 3"),
        ("something else", "when what pip says below is mended"),
    ],
)
def test_what_pip_says_becomes_a_sentence(tmp_path: Path, line: str, words: str) -> None:
    log = tmp_path / "log"
    log.write_text(f"first\n{line}\n", "utf-8")
    problem = environment.pip_problem("installing", log)
    assert words in problem.splitlines()[0]
    assert problem.endswith(f"  {line}")


def test_constraints_without_torch_are_an_error(root: Path) -> None:
    (root / "constraints.txt").write_text("tqdm==1.0\n", "utf-8")
    with pytest.raises(CourseError, match=r"constraints\.txt has no line torch=="):
        environment.pinned(root, "torch")
