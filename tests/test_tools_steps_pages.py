"""tools/steps.py stubs: the list of what the reader writes, in a chapter's two pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from steplib.pages import BEGIN, END
from steplib.tree import Course
from synthetic_course import make_course, run, write

PLACE = f"{BEGIN}\n- what was there before\n{END}"
ENGLISH = """- `minisgl/core.py`: `Counter.total`
- `minisgl/later.py`: `Box.fill`
"""
CHINESE = """- `minisgl/core.py`：`count`、`Counter.add`
"""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    made = make_course(tmp_path)
    for name in ("ch01_one", "ch02_two", "ch03_three"):
        for language in ("en", "zh"):
            write(page(made, name, language), f"# {name}\n\nAbove.\n\n{PLACE}\n\nBelow.\n")
    return made


def page(course: Course, name: str, language: str) -> Path:
    return course.root / "chapters" / name / f"index.{language}.md"


def test_the_list_is_written_into_both_pages_and_nothing_else_changes(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "stubs") == 0
    text = f"# ch02_two\n\nAbove.\n\n{BEGIN}\n{ENGLISH}{END}\n\nBelow.\n"
    assert page(course, "ch02_two", "en").read_text("utf-8") == text
    text = f"# ch01_one\n\nAbove.\n\n{BEGIN}\n{CHINESE}{END}\n\nBelow.\n"
    assert page(course, "ch01_one", "zh").read_text("utf-8") == text
    assert "changed: chapters/ch01_one/index.zh.md\n" in capsys.readouterr().out
    assert run(course, "stubs") == 0
    assert "changed" not in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_list_that_is_out_of_date_is_noticed(
    course: Course, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "stubs") == 0
    assert run(course, "stubs", "--check") == 0
    write(page(course, "ch01_one", language), f"# ch01_one\n\n{PLACE}\n")
    assert run(course, "stubs", "--check") == 1
    message = f"index.{language}.md: its list of tasks is out of date; run: python tools/steps.py"
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_without_a_place_for_the_list_is_refused(
    course: Course, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(page(course, "ch01_one", language), f"# ch01_one\n\n{BEGIN}\n")
    for command in (["stubs"], ["stubs", "--check"]):
        assert run(course, *command) == 1
        error = capsys.readouterr().err
        assert f"index.{language}.md has no list of tasks: put the lines {BEGIN} and {END}" in error


def test_a_page_that_is_not_written_yet_is_no_error(course: Course) -> None:
    page(course, "ch01_one", "zh").unlink()
    assert run(course, "stubs") == 0
    assert run(course, "stubs", "--check") == 0
