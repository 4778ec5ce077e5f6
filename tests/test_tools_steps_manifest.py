"""tools/steps.py: a manifest that is wrong is named, with the key that is."""

from __future__ import annotations

from pathlib import Path

import pytest
from steplib.manifest import CourseError
from steplib.tree import Course
from synthetic_course import change, make_course, manifest, run


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path)


BROKEN = {
    "a file that is not there": (
        "ch02_two",
        'new = ["minisgl/later.py"]',
        'new = ["minisgl/later.py", "minisgl/no.py"]',
        "files.new: minisgl/no.py does not exist",
    ),
    "a file that is new twice": (
        "ch02_two",
        'new = ["minisgl/later.py"]',
        'new = ["minisgl/later.py", "minisgl/core.py"]',
        "files.new: minisgl/core.py is new in chapter 1 too",
    ),
    "a file in no chapter": ("ch02_two", 'new = ["minisgl/later.py"]', "new = []", "in no chapter"),
    "a change that is not listed": (
        "ch03_three",
        'changed = ["minisgl/__init__.py", "minisgl/core.py"]',
        'changed = ["minisgl/core.py"]',
        "files.changed: minisgl/__init__.py changes: name it",
    ),
    "a file that does not change": (
        "ch03_three",
        'changed = ["minisgl/__init__.py", "minisgl/core.py"]',
        'changed = ["minisgl/__init__.py", "minisgl/core.py", "minisgl/later.py"]',
        "files.changed: minisgl/later.py does not change",
    ),
    "an unknown symbol": (
        "ch02_two",
        '["Counter", "boxed"]',
        '["Counter", "boxed", "nothing"]',
        "[symbols] minisgl/core.py has no nothing",
    ),
    "a symbol that is final twice": (
        "ch03_three",
        '"minisgl/core.py" = ["root"]\n[write]',
        '"minisgl/core.py" = ["root", "Counter"]\n[write]',
        "Counter is final in chapter 2 already",
    ),
    "an unknown task": (
        "ch03_three",
        '["root"]\n[main]',
        '["rot"]\n[main]',
        "[write] minisgl/core.py: minisgl/core.py has no function or method rot",
    ),
    "a task in a file of another tree": (
        "ch01_one",
        '["count", "Counter.add"]',
        '["count"]\n"minisgl/later.py" = ["Box.fill"]',
        "[write] minisgl/later.py is not in its tree",
    ),
    "a local file that is not there": (
        "ch03_three",
        '["extra.py"]',
        '["extras.py"]',
        "files.local: extras.py is not in its folder",
    ),
    "a path of Windows": (
        "ch02_two",
        'new = ["minisgl/later.py"]',
        'new = ["minisgl\\\\later.py"]',
        "with forward slashes",
    ),
    "another folder": ("ch02_two", 'slug = "two"', 'slug = "deux"', "should be named ch02_deux"),
    "no TOML": ("ch02_two", "[files]", "[files", "chapter.toml: "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_wrong_manifest_is_named_with_its_key(
    course: Course, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, old, new, said = BROKEN[case]
    assert run(course, "stubs") == 0
    change(manifest(course, name), old, new)
    assert run(course, "check") == 1
    printed = capsys.readouterr()
    assert said in printed.out + printed.err
    if case != "a file in no chapter":
        assert f"{name}/chapter.toml" in printed.out + printed.err


def test_an_earlier_form_must_end(course: Course) -> None:
    change(manifest(course, "ch02_two"), '["Counter", "boxed"]', '["boxed"]')
    with pytest.raises(CourseError, match=r"earlier/minisgl/core\.py.*Counter.*would never end"):
        Course(course.root).tree(1)


def test_wrong_numbers_and_wrong_folders(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "tree", "9") == 1
    assert capsys.readouterr().err == "steps.py: there is no chapter 9; there are 1, 2, 3\n"
    import steps

    assert steps.main(["--root", str(tmp_path / "none"), "check"]) == 1
    assert "chapters is not there" in capsys.readouterr().err
