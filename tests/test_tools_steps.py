"""tools/steps.py: trees, manifests and stubs, on a course whose every byte is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from steplib.manifest import CourseError
from steplib.stubs import chapter_stubs, restore, tasks_until
from steplib.tree import Course
from synthetic_course import CORE, INIT, LATER, change, make_course, run

TREE_1 = '''"""数 and words."""

from __future__ import annotations

import operator

# How far counting goes.
STEP = 1


def count(n: int) -> int:
    """Count up to n.

    一直数到 n。
    """
    # the whole of it
    return sum(range(0, n + 1, STEP))


class Counter:
    """Counts, the slow way."""

    start = 0

    def add(self, n: int) -> None:
        self.start = operator.add(self.start, n)
'''
ROOT = CORE[CORE.index("# A later idea,") : CORE.index("class Counter:")]


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path)


def manifest(course: Course, name: str) -> Path:
    return course.root / "chapters" / name / "chapter.toml"


def test_the_first_tree_has_the_earlier_form_and_no_later_symbol(course: Course) -> None:
    assert course.tree(1) == {
        "minisgl/__init__.py": '"""The package."""\n\nfrom .core import Counter, count\n\n'
        '__all__ = ["Counter", "count"]\n',
        "minisgl/core.py": TREE_1,
    }


def test_the_second_tree_lacks_one_symbol_with_its_decorator_and_comment(course: Course) -> None:
    core = CORE.replace(ROOT, "").replace("import functools\nimport math\n", "")
    init = INIT.replace(", count, root\n", ", count\n").replace(', "count", "root"', ', "count"')
    assert course.tree(2) == {
        "minisgl/__init__.py": init,
        "minisgl/core.py": core,
        "minisgl/later.py": LATER,
    }


def test_the_last_tree_is_the_finished_engine(course: Course) -> None:
    assert course.tree(3) == course.final
    assert course.whole(course.chapters[2])["extra.py"] == "NINE = 9\n"


def test_status(course: Course) -> None:
    assert set(course.status(1).values()) == {"new"}
    assert course.status(2) == {
        "minisgl/__init__.py": "changed",
        "minisgl/core.py": "changed",
        "minisgl/later.py": "new",
    }
    assert course.status(3)["minisgl/later.py"] == "unchanged"


def test_windows_line_ends_make_the_same_trees(course: Course) -> None:
    for file in course.root.rglob("*.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert Course(course.root).tree(1) == course.tree(1)


def test_a_line_separator_that_python_does_not_know_is_no_line_end(course: Course) -> None:
    """``str.splitlines`` would count one line more than ``ast`` from there on."""
    change(course.root / "minisgl/core.py", "the whole of it", "the whole\u2028of it\x0c")
    again = Course(course.root)
    assert again.tree(1)["minisgl/core.py"] == TREE_1.replace(
        "the whole of it", "the whole\u2028of it\x0c"
    )


def test_a_long_import_is_put_on_one_line_only_when_it_fits(course: Course) -> None:
    names = [f"long_name_number_{i}" for i in range(6)]
    add = "".join(f"\n\ndef {name}() -> None:\n    pass\n" for name in [*names, "zz"])
    (course.root / "minisgl/core.py").write_text(CORE + add, encoding="utf-8")
    listed = "".join(f"    {name},\n" for name in [*names, "root", "zz"])
    init = f"from .core import (\n{listed})\n\nprint({', '.join([*names, 'zz'])}, root)\n"
    (course.root / "minisgl/__init__.py").write_text(init, encoding="utf-8")
    symbols = '"root", "zz", "long_name_number_5"'
    change(manifest(course, "ch03_three"), '["root"]\n[write]', f"[{symbols}]\n[write]")
    change(course.root / "minisgl/__init__.py", init[init.index("print") :], f"print({names[0]})\n")
    left = [f"    {name},\n" for name in names[:5]]
    assert (
        Course(course.root)
        .tree(2)["minisgl/__init__.py"]
        .startswith(f"from .core import (\n{''.join(left)})\n")
    )
    change(manifest(course, "ch03_three"), symbols, symbols + ', "long_name_number_4"')
    shown = ", ".join(names[:4])
    assert (
        Course(course.root)
        .tree(2)["minisgl/__init__.py"]
        .startswith(f"from .core import {shown}\n")
    )


def test_a_syntax_error_in_the_engine_names_file_and_line(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    change(course.root / "minisgl/later.py", "LIMIT = 9", "LIMIT = = 9")
    assert run(course, "tree", "2") == 1
    assert capsys.readouterr().err.startswith("steps.py: minisgl/later.py:5:9: invalid syntax")


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


def test_stubs_leave_the_tasks_open_and_everything_else_alone(course: Course) -> None:
    stubs = chapter_stubs(course, course.chapters[0])
    head = (
        "# Generated by: python tools/steps.py stubs 1. Begin with: python tools/steps.py start 1\n"
    )
    body = TREE_1.replace(
        "    # the whole of it\n    return sum(range(0, n + 1, STEP))\n",
        '    raise NotImplementedError("chapter 1, task 1: write count")\n',
    ).replace(
        "        self.start = operator.add(self.start, n)\n",
        '        raise NotImplementedError("chapter 1, task 2: write Counter.add")\n',
    )
    assert stubs == {"minisgl/core.py": head + body}


def test_what_an_earlier_chapter_wrote_has_another_message(course: Course) -> None:
    stub = chapter_stubs(course, course.chapters[1])["minisgl/core.py"]
    assert '"chapter 1 wrote this: bring it, or take the reference (count)"' in stub
    assert '"chapter 2, task 1: write Counter.total"' in stub


def test_a_task_of_a_form_that_is_gone_is_nobodys(course: Course) -> None:
    """Chapter 2 gives Counter its final form and does not ask for ``add`` again."""
    assert ("minisgl/core.py", "Counter.add") in tasks_until(course, 1)
    assert ("minisgl/core.py", "Counter.add") not in tasks_until(course, 2)
    assert "self.start += n" in chapter_stubs(course, course.chapters[1])["minisgl/core.py"]


def test_stubs_become_the_reference_again_byte_for_byte(course: Course) -> None:
    for chapter in course.chapters:
        tasks = tasks_until(course, chapter.number)
        for path, stub in chapter_stubs(course, chapter).items():
            symbols = [symbol for file, symbol in tasks if file == path]
            reference = course.whole(chapter)[path]
            assert stub != reference
            assert restore(stub, reference, symbols, path) == reference


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    def total(self) -> int: return self.start\n", "no body on lines of its own"),
        ('    def total(self) -> int:\n        """All."""\n', "no body on lines of its own"),
        (
            "    def total(self) -> int:\n        return 1\n\n"
            "    @total.setter\n    def total(self, n: int) -> None:\n        pass\n",
            "defines Counter.total twice",
        ),
    ],
)
def test_a_task_that_cannot_be_left_open_is_refused(course: Course, body: str, said: str) -> None:
    old = '    def total(self) -> int:\n        """All so far."""\n        return self.start\n'
    change(course.root / "minisgl/core.py", old, body)
    again = Course(course.root)
    with pytest.raises(CourseError, match=said):
        chapter_stubs(again, again.chapters[1])


def test_stale_stubs_are_named_and_written_again(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "stubs") == 0
    stub = course.root / "chapters/ch02_two/stubs/minisgl/core.py"
    extra = stub.with_name("extra.py")
    change(stub, "Counts.", "Counts!")
    extra.write_text("", encoding="utf-8")
    assert run(course, "stubs", "--check") == 1
    assert "python tools/steps.py stubs 2" in capsys.readouterr().err
    assert run(course, "stubs", "2") == 0
    assert not extra.exists()
    assert run(course, "stubs", "--check") == 0
