"""tools/links.py: places in other projects, looked up in a small made-up repository."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import links
import pytest
from sitelib.checkouts import has_symbol
from synthetic_course import write

CODE = """class Tree:
    size: int = 0

    def split(self):
        pass


if True:
    try:
        import fast
    except ImportError:
        def fast():
            pass
"""
NO_COMMIT = "0123456789abcdef0123456789abcdef01234567"


def git(folder: Path, *arguments: str) -> str:
    about = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(folder), *about, *arguments], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> tuple[Path, str, str]:
    """A repository, and its two commits: in the second one tree.py is gone."""
    folder = tmp_path / "copy"
    write(folder / "code/tree.py", CODE)
    write(folder / "code/fast.cpp", "int fast_walk(int n);\n")
    write(folder / "code/newer.py", "type X = = int\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    first = git(folder, "rev-parse", "HEAD")
    (folder / "code/tree.py").unlink()
    git(folder, "commit", "--quiet", "-a", "-m", "two")
    return folder, first, git(folder, "rev-parse", "HEAD")


def run(root: Path, text: str, *arguments: str) -> int:
    write(root / "chapters/links.toml", text)
    return links.main(["--root", str(root), *arguments])


def project(commit: str, **places: str) -> str:
    head = f'[real]\nrepo = "some/real"\ncommit = "{commit}"\n'
    return head + "".join(f"[real.{key}]\n{about}\n" for key, about in places.items())


def test_places_that_are_there(
    tmp_path: Path, copy: tuple[Path, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, first, second = copy
    text = project(
        first,
        file='file = "code/tree.py"',
        split='file = "code/tree.py"\nsymbol = "Tree.split"',
        walk='file = "code/fast.cpp"\nsymbol = "fast_walk"',
        change=f'commit = "{second}"',
        thread="pull = 7",
    )
    assert run(tmp_path, text, "--checkout", f"real={folder}") == 0
    assert capsys.readouterr().out == "real: 4 of 4 places are there; threads, not checked: 1\n"


def test_a_bare_mirror_will_do(tmp_path: Path, copy: tuple[Path, str, str]) -> None:
    folder, first, _ = copy
    git(tmp_path, "clone", "--quiet", "--mirror", str(folder), "mirror.git")
    text = project(first, split='file = "code/tree.py"\nsymbol = "Tree.split"')
    assert run(tmp_path, text, "--checkout", f"real={tmp_path / 'mirror.git'}") == 0


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ('file = "code/treee.py"', "code/treee.py is not there at {first}: mend [real.x] in chapt"),
        ('file = "code/tree.py"\ncommit = "{second}"', "code/tree.py is not there at {second}: "),
        ('file = "code/tree.py"\nsymbol = "split"', "code/tree.py has no split at {first}: mend "),
        ('file = "code/fast.cpp"\nsymbol = "fast"', "code/fast.cpp has no fast at {first}: mend "),
        ('file = "code/newer.py"\nsymbol = "X"', "code/newer.py is not in this Python: invalid sy"),
        (f'commit = "{NO_COMMIT}"', f"there is no commit {NO_COMMIT}: git -C {{folder}} fetch ori"),
    ],
)
def test_a_place_that_is_not_there(
    about: str,
    message: str,
    tmp_path: Path,
    copy: tuple[Path, str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, first, second = copy
    names = {"first": first, "second": second, "folder": folder}
    text = project(first, good='file = "code/fast.cpp"', x=about.format(**names))
    assert run(tmp_path, text, "--checkout", f"real={folder}") == 1
    head, line = capsys.readouterr().out.splitlines()
    assert head == "real: 1 of 2 places are there"
    assert line.startswith(f"  chapters/links.toml: [real.x]: {message.format(**names)}")


def test_without_a_copy_it_is_said_that_nothing_was_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, project(NO_COMMIT, a='file = "a.py"', b='file = "b.py"')) == 0
    assert capsys.readouterr().out == (
        "real: 2 places not checked: no copy of some/real: name one with --checkout real=PATH\n"
    )


def test_the_document(
    tmp_path: Path, copy: tuple[Path, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, first, _ = copy
    text = project(first, split='file = "code/tree.py"\nsymbol = "Tree.split"', fix="issue = 3")
    assert run(tmp_path, text, "--checkout", f"real={folder}", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == 1
    host = "https://github.com/some/real"
    assert document["places"] == [
        {
            "project": "real",
            "key": "split",
            "address": f"{host}/blob/{first}/code/tree.py",
            "symbol": "Tree.split",
            "state": "there",
            "message": "",
        },
        {
            "project": "real",
            "key": "fix",
            "address": f"{host}/issues/3",
            "symbol": None,
            "state": "not checked",
            "message": "a thread is in no copy",
        },
    ]


def test_a_folder_that_is_no_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = project(NO_COMMIT, a='file = "a.py"')
    arguments = ("--checkout", f"real={tmp_path / 'nowhere'}")
    assert run(tmp_path, text, *arguments, "--json") == 1
    captured = capsys.readouterr()
    assert "nowhere is no git checkout and no mirror: " in captured.err
    assert json.loads(captured.out)["schema"] == 1


@pytest.mark.parametrize("value", ["real", "unreal=x"])
def test_a_copy_of_no_project_is_a_usage_error(
    value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        run(tmp_path, project(NO_COMMIT, a='file = "a.py"'), "--checkout", value)
    assert stop.value.code == 2
    assert f"--checkout {value}: write NAME=PATH, NAME one of real" in capsys.readouterr().err


def test_a_file_of_links_that_is_not_as_it_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, project("0123", a='file = "a.py"')) == 1
    assert "[real.a]: a commit of 40 digits is needed" in capsys.readouterr().err
    assert run(tmp_path, "") == 1
    assert "links.toml has no place: there is nothing to check" in capsys.readouterr().err


@pytest.mark.parametrize("symbol", ["Tree", "Tree.split", "Tree.size", "fast"])
def test_what_a_file_defines(symbol: str) -> None:
    assert has_symbol(CODE, "tree.py", symbol)


@pytest.mark.parametrize("symbol", ["split", "Tree.fast", "Bush", "Bush.split", "Tree.split.x"])
def test_what_a_file_does_not_define(symbol: str) -> None:
    assert not has_symbol(CODE, "tree.py", symbol)
