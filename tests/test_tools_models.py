"""tools/models.py: models appear whole or not at all, and every failure says what to do next."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import hub
import models
import smollm2
from fetch import hash_file


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of models, with one recipe that takes no time."""
    folder = tmp_path / "models"
    monkeypatch.setenv("MINISGL_MODELS", str(folder))
    set_recipe(monkeypatch, "one")
    return folder


def set_recipe(monkeypatch: pytest.MonkeyPatch, version: str, error: type | None = None) -> None:
    """The recipe of "paper": writes a config, and then may fail or be stopped."""

    def make(folder: Path, downloads: Path) -> None:
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps({"by": version}), encoding="utf-8")
        if error is not None:
            raise error

    monkeypatch.setitem(models.RECIPES, "paper", models.Recipe("a test", version, make))


def maker(folder: Path) -> str:
    return str(json.loads((folder / "config.json").read_text(encoding="utf-8"))["by"])


def visible(home: Path) -> list[str]:
    """What lies in the folder of models, leftovers included."""
    return sorted(path.name for path in home.iterdir())


def test_ensure_makes_a_missing_model_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert models.state("paper") == "not here"
    assert models.ensure("paper") == home / "paper"
    assert models.state("paper") == "present"
    set_recipe(monkeypatch, "one", RuntimeError)  # the same version: must not be made again
    assert models.ensure("paper") == home / "paper"
    assert visible(home) == ["paper"]


def test_a_model_of_an_older_recipe_is_outdated_and_made_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    models.ensure("paper")
    set_recipe(monkeypatch, "two")
    assert models.state("paper") == "outdated"
    assert models.main(["list"]) == 0
    assert "paper            outdated" in capsys.readouterr().out
    assert models.main(["get", "paper"]) == 0
    assert (models.state("paper"), maker(home / "paper")) == ("present", "two")
    assert visible(home) == ["paper"]


def test_recipe_json_says_how_the_model_was_made(home: Path) -> None:
    folder = models.get("paper")
    document = json.loads((folder / "recipe.json").read_text(encoding="utf-8"))
    assert (document["schema"], document["name"], document["version"]) == (1, "paper", "one")
    assert document["sha256"] == {"config.json": hash_file(folder / "config.json")}
    assert document["libraries"].keys() >= {"torch", "transformers", "safetensors"}


@pytest.mark.parametrize("text", ["", "[]", '{"name": "paper"}', '{"version": "none"}'])
def test_a_damaged_recipe_is_outdated(home: Path, text: str) -> None:
    (models.get("paper") / "recipe.json").write_text(text, encoding="utf-8")
    assert models.state("paper") == "outdated"


def test_a_folder_that_its_user_put_there_is_left_alone(home: Path) -> None:
    (home / "paper").mkdir(parents=True)
    (home / "paper" / "config.json").write_text('{"by": "the user"}', encoding="utf-8")
    assert maker(models.ensure("paper")) == "the user"


@pytest.mark.parametrize("before", [False, True])
def test_a_stopped_build_leaves_what_was_there(
    before: bool, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if before:
        models.get("paper")
    set_recipe(monkeypatch, "two", KeyboardInterrupt)
    assert models.main(["get", "paper"]) == 130
    assert "stopped; nothing half-made was kept" in capsys.readouterr().err
    assert visible(home) == (["paper"] if before else [])
    assert models.state("paper") == ("outdated" if before else "not here")


def test_a_move_that_fails_leaves_what_was_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    models.get("paper")
    set_recipe(monkeypatch, "two")
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if Path(source).name == "new":
            raise PermissionError(13, "Permission denied", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    assert models.main(["get", "paper"]) == 1
    assert capsys.readouterr().err == (
        f"models.py: {home / 'paper'} cannot be written (Permission denied): free space or make "
        "it writable, or name another folder with --models\n"
    )
    assert (visible(home), maker(home / "paper")) == (["paper"], "one")


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert models.main(["--models", str(tmp_path / "file"), "get", "paper"]) == 1
    error = capsys.readouterr().err
    assert f"{tmp_path / 'file'} cannot be written" in error and "--models" in error


def test_two_at_once_both_succeed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins and ends while the first is at work: the last to end stays."""

    def make(folder: Path, downloads: Path) -> None:
        set_recipe(monkeypatch, "second")
        models.get("paper")
        folder.mkdir()
        (folder / "config.json").write_text('{"by": "first"}', encoding="utf-8")

    monkeypatch.setitem(models.RECIPES, "paper", models.Recipe("a test", "first", make))
    assert maker(models.get("paper")) == "first"
    assert visible(home) == ["paper"]


def test_an_unknown_name_gets_the_nearest(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("get", "path"):
        assert models.main([command, "tiny-qwn3"]) == 1
        error = capsys.readouterr().err
        assert error.startswith("models.py: unknown model tiny-qwn3; did you mean tiny-qwen3?")
        assert error.count("\n") == 1
    with pytest.raises(models.ModelError, match="unknown model zzzz; known are tiny-qwen3, "):
        models.ensure("zzzz")


def test_path_prints_the_folder_or_the_command(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert models.main(["path", "paper"]) == 1
    assert capsys.readouterr().err == (
        f"models.py: paper is not in {home}: python tools/models.py get paper\n"
    )
    models.get("paper")
    capsys.readouterr()
    assert models.main(["path", "paper"]) == 0
    assert capsys.readouterr().out == f"{home / 'paper'}\n"


def test_list_knows_every_name_and_the_folders_of_the_user(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("mine", ".part-of-another-run"):
        (home / name).mkdir(parents=True)
        (home / name / "config.json").write_text("{}", encoding="utf-8")
    assert models.main(["list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["models"]
    assert [row["name"] for row in rows] == [*models.RECIPES, "mine"]
    assert rows[-1] == {"name": "mine", "state": "present", "bytes": 2, "purpose": "yours"}


def test_list_and_help_load_no_heavy_library(home: Path) -> None:
    code = (
        "import models, sys; models.main(['list']);"
        "sys.exit(any(name in sys.modules for name in ('torch', 'transformers', 'numpy')))"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(models.__file__).parent)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)


def test_a_name_of_a_hub_is_found_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fetch(name: str, folder: Path) -> None:
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps({"by": name}), encoding="utf-8")

    monkeypatch.setattr(hub, "fetch", fetch)
    assert models.ensure("Qwen/Qwen3-1.7B") == home / "Qwen" / "Qwen3-1.7B"
    assert maker(models.ensure("qwen3-0.6b")) == "Qwen/Qwen3-0.6B"
    monkeypatch.setattr(hub, "fetch", None)
    assert models.ensure("Qwen/Qwen3-1.7B") == home / "Qwen" / "Qwen3-1.7B"
    assert models.ensure("Qwen/Qwen3-0.6B") == models.ensure("qwen3-0.6b")
    assert models.state("somebody/Qwen3-1.7B") == "not here"
    assert models.main(["list"]) == 0
    assert "Qwen/Qwen3-1.7B" in capsys.readouterr().out


def test_the_rows_of_a_rope_pair_go_half_a_head_apart() -> None:
    import numpy

    heads = 2
    rows = numpy.arange(heads * smollm2.HEAD_DIM)
    interleaved = rows.reshape(heads, 2, -1).swapaxes(1, 2).reshape(-1, 1)
    assert interleaved[:4, 0].tolist() == [0, 32, 1, 33]
    assert smollm2._unpermute(interleaved, heads)[:, 0].tolist() == rows.tolist()
