"""The real course: its trees are formatted and linted, and the last one is the engine itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PLAIN_TREE_ONLY, REPOSITORY
from steplib.running import built, environment, write_tree
from steplib.tree import Course

COURSE = Course(REPOSITORY)
NUMBERS = [chapter.number for chapter in COURSE.chapters]
PLAIN_TREE_FILES = [REPOSITORY / "tests" / name for name in PLAIN_TREE_ONLY]


def test_the_last_tree_is_the_finished_engine() -> None:
    assert COURSE.tree(NUMBERS[-1]) == COURSE.final


def test_chapter_nine_has_62_files_one_new_and_two_changed() -> None:
    status = COURSE.status(9)
    assert len(status) == 62
    assert [path for path, state in status.items() if state == "new"] == [
        "minisgl/kvcache/radix_cache.py"
    ]
    assert [path for path, state in status.items() if state == "changed"] == [
        "minisgl/kernel/torch_ops.py",
        "minisgl/kvcache/__init__.py",
    ]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_chapters_tree_is_as_a_careful_author_would_write_it(number: int, tmp_path: Path) -> None:
    """Formatted, sorted, and without an import or a name that only a later chapter needs."""
    chapter = COURSE.chapters[NUMBERS.index(number)]
    write_tree(tmp_path, COURSE.whole(chapter))
    config = ["--config", str(REPOSITORY / "pyproject.toml"), "--no-cache"]
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *config, str(tmp_path)],
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_chapter_has_a_page_and_an_output() -> None:
    for chapter in COURSE.chapters:
        for name in ("index.en.md", "output.txt", "main.py"):
            assert (chapter.folder / name).is_file(), f"{chapter.name} has no {name}"


def test_what_is_about_the_plain_radix_tree_has_the_types_of_that_one() -> None:
    """mypy's settings leave these out: they do not fit the finished engine."""
    files = [*PLAIN_TREE_FILES, REPOSITORY / "chapters/ch09_radix_cache/demos/pages.py"]
    with built(COURSE, COURSE.chapters[NUMBERS.index(9)]) as tree:
        folders = [tree, *(REPOSITORY / name for name in ("tests", "tools", "practice"))]
        options = ["--config-file", str(REPOSITORY / "pyproject.toml"), "--cache-dir", os.devnull]
        done = subprocess.run(
            [sys.executable, "-m", "mypy", *options, *map(str, files)],
            cwd=tree,
            env=os.environ | {"MYPYPATH": os.pathsep.join(map(str, folders))},
            capture_output=True,
            encoding="utf-8",
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(files)} source files" in done.stdout


def test_what_only_the_plain_radix_tree_can_pass_passes_there() -> None:
    with built(COURSE, COURSE.chapters[NUMBERS.index(9)]) as tree:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                *map(str, PLAIN_TREE_FILES),
            ],
            cwd=REPOSITORY,
            env=environment(COURSE, tree),
            capture_output=True,
            encoding="utf-8",
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
