"""tools/steps.py check: what it proves of a chapter, and that the real course holds."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from steplib.check import check_chapter, check_stub_files
from steplib.manifest import CourseError
from steplib.running import interpreter, write_tree
from steplib.tree import Course
from synthetic_course import change, make_course, run, write

REPOSITORY = Path(__file__).resolve().parent.parent
CONFTEST = """import os
import sys

sys.path.insert(0, os.environ["MINISGL_TREE"])
"""
TESTS_2 = """from minisgl import Box, Counter, count


def test_fill() -> None:
    box = Box()
    box.fill(3)
    assert box.items == [3]


def test_total() -> None:
    counter = Counter()
    counter.add(count(2))
    assert counter.total == 3
"""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    made = make_course(tmp_path)
    write(tmp_path / "pyproject.toml", "[tool.pytest.ini_options]\n")
    write(tmp_path / "tests/conftest.py", CONFTEST)
    write(tmp_path / "tests/test_ch02_two.py", TESTS_2)
    assert run(made, "stubs") == 0
    return made


def problem(course: Course, number: int, *, tests: bool = False, stubs: bool = False) -> str:
    """What is wrong with a chapter; nothing if it is as it should be."""
    again = Course(course.root)
    chapter = again.chapters[number - 1]
    result = check_chapter(again, chapter, lambda what: None, tests=tests, stubs=stubs)
    return result.problem or ""


def test_a_course_that_holds(course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(course, "check", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["chapters"]
    assert [(r["files"], r["new"], r["changed"], r["verdict"]) for r in rows] == [
        (2, 2, 0, "ok"),
        (3, 1, 2, "ok"),
        (4, 1, 2, "ok"),  # the local file is new
    ]


def test_another_output_is_shown_with_the_command_that_captures_it(course: Course) -> None:
    output = course.root / "chapters/ch01_one/output.txt"
    write(output, "11\n")
    said = problem(course, 1)
    assert "-11" in said and "+10" in said and "python tools/steps.py capture 1" in said
    assert run(course, "capture", "1") == 0
    assert output.read_text(encoding="utf-8") == "10\n"
    assert problem(course, 1) == ""


def test_a_missing_model_is_named_with_the_command_that_gets_it(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINISGL_MODELS", str(course.root / "models"))
    manifest = course.root / "chapters/ch03_three/chapter.toml"
    change(manifest, 'args = ["three"]', 'args = ["--model", "tiny"]')
    assert "python tools/models.py get tiny" in problem(course, 3)


@pytest.mark.parametrize("end", ["", "sys.exit(0)\n"])
def test_a_module_from_elsewhere_is_found_out(course: Course, tmp_path: Path, end: str) -> None:
    elsewhere = tmp_path / "elsewhere/minisgl_part.py"
    write(elsewhere, "")
    loader = (
        "import importlib.util\nimport sys\n\n"
        f"spec = importlib.util.spec_from_file_location('minisgl.part', {str(elsewhere)!r})\n"
        "sys.modules['minisgl.part'] = importlib.util.module_from_spec(spec)\n"
        f"print(10)\n{end}"
    )
    write(course.root / "chapters/ch01_one/main.py", loader)
    said = problem(course, 1)
    assert "minisgl.part came from" in said and "not of this tree" in said


def test_a_main_that_fails(course: Course) -> None:
    write(course.root / "chapters/ch01_one/main.py", "raise SystemExit(4)\n")
    assert "main fails (exit status 4)" in problem(course, 1)


def test_a_stub_that_does_not_import(course: Course) -> None:
    """A module that calls a task while it is imported."""
    (course.root / "minisgl/core.py").open("a", encoding="utf-8").write("\n\nTEN = count(4)\n")
    assert run(course, "stubs") == 0
    said = problem(course, 1)
    assert "a stub does not import" in said and "chapter 1, task 1: write count" in said


def test_the_tests_ask_for_every_task(course: Course) -> None:
    assert problem(course, 2, tests=True, stubs=True) == ""


def test_a_task_that_no_test_asks_for(course: Course) -> None:
    tests = course.root / "tests/test_ch02_two.py"
    change(tests, "assert counter.total == 3", "assert counter.start == 3")
    said = problem(course, 2, stubs=True)
    assert said == "no test asks for task 1, Counter.total in minisgl/core.py"


def test_tests_that_pass_on_stubs(course: Course) -> None:
    write(course.root / "tests/test_ch02_two.py", "def test_nothing() -> None:\n    pass\n")
    assert "they test nothing of its tasks" in problem(course, 2, stubs=True)


def test_a_failure_on_stubs_must_say_what_to_write(course: Course) -> None:
    tests = course.root / "tests/test_ch02_two.py"
    hidden = (
        "    try:\n        total = counter.total\n"
        "    except NotImplementedError:\n        total = 0\n"
    )
    change(tests, "    assert counter.total == 3", f"{hidden}    assert total == 3")
    assert "but does not say what to write: AssertionError" in problem(course, 2, stubs=True)


def test_a_chapter_without_tests(course: Course) -> None:
    assert "has no tests/test_ch03_*.py" in problem(course, 3, tests=True)


def test_the_readers_tests_pass_once_the_tasks_are_done(
    course: Course, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "start", "2") == 0
    assert run(course, "test", "2", "-q") == 1
    assert "chapter 2, task 2: write Box.fill" in capfd.readouterr().out
    home = course.root / "workspace/ch02_two/minisgl"
    for path in ("core.py", "later.py"):
        write(home / path, course.final[f"minisgl/{path}"])
    assert run(course, "test", "2", "-q") == 0
    assert "next: python tools/steps.py start 3" in capfd.readouterr().out
    assert run(course, "test", "2", "--collect-only", "-q") == 0
    assert "passes its tests" not in capfd.readouterr().out


def test_a_written_tree_and_a_folder_that_is_not_empty(course: Course, tmp_path: Path) -> None:
    assert run(course, "tree", "2", "--out", str(tmp_path / "out")) == 0
    assert (tmp_path / "out/minisgl/core.py").read_text(encoding="utf-8") == course.tree(2)[
        "minisgl/core.py"
    ]
    assert run(course, "tree", "2", "--out", str(tmp_path / "out")) == 1


def test_files_are_counted_in_words_that_fit(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "tree", "2") == 0
    assert capsys.readouterr().out.endswith("\n3 files: 1 new, 2 changed\n")
    first, second = (
        course.root / f"chapters/{name}/chapter.toml" for name in ("ch01_one", "ch02_two")
    )
    change(first, '"minisgl/__init__.py", "minisgl/core.py"', '"minisgl/core.py"')
    change(second, '["minisgl/later.py"]', '["minisgl/__init__.py", "minisgl/later.py"]')
    change(second, '"minisgl/__init__.py", "minisgl/core.py"', '"minisgl/core.py"')
    assert run(course, "tree", "1") == 0
    assert capsys.readouterr().out.endswith("\n1 file: 1 new\n")


def test_a_reader_who_has_had_enough_gets_no_traceback(course: Course) -> None:
    """As with: python tools/steps.py tree 3 | head -1."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, str(REPOSITORY / "tools/steps.py")]
    command += ["--root", str(course.root), "tree", "3"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


REAL = Course(REPOSITORY)
REAL_NUMBERS = [chapter.number for chapter in REAL.chapters]


@pytest.mark.parametrize("number", REAL_NUMBERS)
def test_real_manifest_and_stubs(number: int) -> None:
    chapter = next(c for c in REAL.chapters if c.number == number)
    REAL.check_manifest(chapter)
    check_stub_files(REAL, chapter)


def test_the_last_real_tree_is_the_finished_engine() -> None:
    assert REAL.tree(REAL_NUMBERS[-1]) == REAL.final


def test_the_finished_engine_is_in_the_repository() -> None:
    """A rule of .gitignore that hides a part of it would leave a clone that does not run."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    files = [
        *REAL.final,
        *(f"chapters/{c.name}/stubs/{f}" for c in REAL.chapters for f in _stubs(c.folder)),
    ]
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", *files],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode == 128:
        pytest.skip("not a git checkout")
    assert done.stdout == "", (
        "write the rule with a slash in front, so that it holds at the top only"
    )


def _stubs(folder: Path) -> list[str]:
    home = folder / "stubs"
    return [path.relative_to(home).as_posix() for path in home.rglob("*.py")]


@pytest.mark.parametrize("number", REAL_NUMBERS)
def test_real_trees_are_formatted_and_without_lint(number: int, tmp_path: Path) -> None:
    chapter = next(c for c in REAL.chapters if c.number == number)
    write_tree(tmp_path, REAL.whole(chapter))
    config = ["--config", str(REPOSITORY / "pyproject.toml"), "--no-cache", str(tmp_path)]
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *config],
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_an_unknown_chapter_of_the_real_course() -> None:
    with pytest.raises(CourseError, match="there is no chapter 99"):
        REAL.tree(99)


def test_a_python_without_torch_is_told_how_to_set_the_course_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newcomer's first try is often the system's Python."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    course = make_course(tmp_path)
    with pytest.raises(CourseError, match=r"has no torch.*python3 tools/course\.py check"):
        interpreter(course)
    venv = tmp_path / ".venv" / "bin" / "python"
    venv.parent.mkdir(parents=True)
    venv.touch()
    assert interpreter(course) == str(venv)
