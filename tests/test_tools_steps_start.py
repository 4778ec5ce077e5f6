"""tools/steps.py start: a reader's work is carried along and never overwritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from steplib import workspace
from steplib.tree import Course
from synthetic_course import change, make_course, run, write

OPEN_COUNT = 'raise NotImplementedError("chapter 1, task 1: write count")'
OPEN_FILL = 'raise NotImplementedError("chapter 2, task 2: write Box.fill")'
NAMES = {1: "ch01_one", 2: "ch02_two", 3: "ch03_three"}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path)


def home(course: Course, number: int) -> Path:
    return course.root / "workspace" / NAMES[number]


def core(course: Course, number: int) -> Path:
    return home(course, number) / "minisgl/core.py"


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def write_count(course: Course) -> None:
    """The reader does task 1 of chapter 1."""
    assert run(course, "start", "1") == 0
    change(core(course, 1), OPEN_COUNT, "return n * (n + 1) // 2  # my own")


def test_a_workspace_is_the_whole_tree_with_the_tasks_open(course: Course) -> None:
    assert run(course, "start", "3") == 0
    files = contents(home(course, 3))
    record = json.loads(files.pop(".steps.json"))
    assert set(record["files"]) == set(files)
    assert set(files) == {*course.tree(3), "extra.py", "main.py"}
    text = core(course, 3).read_text(encoding="utf-8")
    assert text == course.final["minisgl/core.py"].replace(
        "return math.sqrt(n)  # 平方根",
        'raise NotImplementedError("chapter 3, task 1: write root")',
    )


def test_what_is_open_is_listed_in_the_order_of_the_tasks(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    """The chapter asks for later.py before core.py, which comes first by name."""
    core_tasks, later_tasks = (
        '"minisgl/core.py" = ["Counter.total"]\n',
        '"minisgl/later.py" = ["Box.fill"]\n',
    )
    change(
        course.root / "chapters/ch02_two/chapter.toml",
        core_tasks + later_tasks,
        later_tasks + core_tasks,
    )
    assert run(course, "start", "2", "--with", "mine") == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "workspace/ch02_two: 4 files written, 0 unchanged",
        "  chapter 1: still to bring",
        "3 symbols still to be written:",
        "  chapter 1 wrote this: bring it, or take the reference (count)",
        "  chapter 2, task 1: write Box.fill",
        "  chapter 2, task 2: write Counter.total",
        "edit these files, then: python tools/steps.py test 2",
    ]


def test_starting_again_changes_nothing(course: Course) -> None:
    write_count(course)
    before = contents(home(course, 1))
    assert run(course, "start", "1") == 0
    assert contents(home(course, 1)) == before


def test_a_half_written_workspace_is_completed(course: Course) -> None:
    write_count(course)
    mine = core(course, 1).read_bytes()
    (home(course, 1) / "minisgl/__init__.py").unlink()
    (home(course, 1) / ".steps.json").unlink()
    assert run(course, "start", "1") == 0
    assert core(course, 1).read_bytes() == mine
    assert (home(course, 1) / "minisgl/__init__.py").is_file()


def test_what_the_course_changed_is_named_and_left_alone(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "start", "1") == 0
    change(course.root / "minisgl/core.py", "How far", "How very far")
    before = contents(home(course, 1))
    capsys.readouterr()
    assert run(course, "start", "1") == 0
    assert contents(home(course, 1)) == before
    assert "it would differ now: minisgl/core.py (--force" in capsys.readouterr().out


def test_force_refreshes_after_a_backup_that_is_never_overwritten(course: Course) -> None:
    backups = course.root / "workspace/backups"
    write_count(course)
    before = contents(home(course, 1))
    assert run(course, "start", "1", "--force") == 0
    assert contents(backups / "ch01_one-001") == before
    assert OPEN_COUNT in core(course, 1).read_text(encoding="utf-8")
    assert run(course, "start", "1", "--force") == 0
    assert contents(backups / "ch01_one-001") == before
    assert sorted(path.name for path in backups.iterdir()) == ["ch01_one-001", "ch01_one-002"]


def test_by_default_the_readers_work_where_there_is_some(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    write_count(course)
    assert run(course, "start", "2") == 0
    text = core(course, 2).read_text(encoding="utf-8")
    assert "return n * (n + 1) // 2  # my own" in text
    assert "self.start += n" in text  # given: it has another form by now
    assert "chapter 1: mine" in capsys.readouterr().out


def test_the_reference_on_request(course: Course) -> None:
    write_count(course)
    assert run(course, "start", "2", "--with", "reference") == 0
    assert "return sum(range(0, n + 1, STEP))" in core(course, 2).read_text(encoding="utf-8")


def test_mine_and_reference_mixed_by_chapter(course: Course) -> None:
    write_count(course)
    assert run(course, "start", "3", "--with", "mine:1", "--with", "reference:2") == 0
    assert "# my own" in core(course, 3).read_text(encoding="utf-8")
    assert "chapter 2 wrote this" not in core(course, 3).read_text(encoding="utf-8")


def test_mine_alone_leaves_missing_work_open(course: Course) -> None:
    write_count(course)
    assert run(course, "start", "3", "--with", "mine") == 0
    text = core(course, 3).read_text(encoding="utf-8")
    assert "# my own" in text
    missing = "chapter 2 wrote this: bring it, or take the reference (Counter.total)"
    assert missing in text


def test_a_reference_that_was_given_does_not_hide_the_readers_own(course: Course) -> None:
    """Chapter 2's workspace has the reference of ``count``; the reader's is in chapter 1's."""
    write_count(course)
    assert run(course, "start", "2", "--with", "reference") == 0
    assert run(course, "start", "3") == 0
    assert "# my own" in core(course, 3).read_text(encoding="utf-8")


def test_the_latest_own_form_is_taken(course: Course) -> None:
    write_count(course)
    assert run(course, "start", "2") == 0
    change(core(course, 2), "# my own", "# my second")
    assert run(course, "start", "3") == 0
    assert "# my second" in core(course, 3).read_text(encoding="utf-8")


def test_helpers_methods_and_imports_come_along(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "start", "2") == 0
    later = home(course, 2) / "minisgl/later.py"
    change(
        later,
        OPEN_FILL,
        "self._put(double(n))\n\n    def _put(self, n: int) -> None:\n        pass",
    )
    change(later, "LIMIT = 9\n", "import operator\n\nLIMIT = 9\n")
    with later.open("a", encoding="utf-8") as file:
        file.write("\n\ndef double(n: int) -> int:\n    return operator.mul(n, 2)")  # no line end
    capsys.readouterr()
    assert run(course, "start", "3") == 0
    text = (home(course, 3) / "minisgl/later.py").read_text(encoding="utf-8")
    namespace: dict[str, object] = {}
    exec(text, namespace)  # all of it is there and fits together
    assert "self._put(double(n))" in text and "def _put" in text
    assert callable(namespace["double"])
    assert "Box._put" in capsys.readouterr().out


def test_a_file_without_a_last_line_end_is_brought_whole(course: Course) -> None:
    assert run(course, "start", "1") == 0
    write(core(course, 1), "def count(n):\n    return 1")
    assert run(course, "start", "2") == 0
    assert "    return 1\n\n\nclass Counter:" in core(course, 2).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def count(:\n", "core.py:1:11: "),
        ("a\0", "core.py: "),
        ("def count(n):\nreturn 1\n", "core.py:2:"),
    ],
)
def test_a_broken_file_of_the_reader_is_named_and_nothing_is_written(
    course: Course, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "start", "1") == 0
    core(course, 1).write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(course, "start", "2") == 1
    assert said in capsys.readouterr().err
    assert not home(course, 2).exists()
    assert run(course, "test", "1") == 1
    assert said in capsys.readouterr().err


def test_a_file_in_the_way_is_named(course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    write(course.root / "workspace", "not a folder")
    assert run(course, "start", "1") == 1
    said = capsys.readouterr().err
    assert "cannot be written" in said and "python tools/steps.py start 1" in said


def test_a_disk_that_refuses_leaves_no_half_file_and_a_second_start_completes(
    course: Course, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = workspace.os.replace

    def refuse(source: Path, target: Path) -> None:
        if Path(target).name == "core.py":
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(workspace.os, "replace", refuse)
        assert run(course, "start", "1") == 1
    assert "No space left on device" in capsys.readouterr().err
    assert not core(course, 1).exists()
    assert run(course, "start", "1") == 0
    assert OPEN_COUNT in core(course, 1).read_text(encoding="utf-8")
    assert not list(home(course, 1).rglob("*.part"))


@pytest.mark.parametrize("value", ["theirs", "mine:x", "mine:1-", "reference:1,,2"])
def test_a_choice_that_means_nothing_is_refused(
    course: Course, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "start", "2", "--with", value) == 1
    assert f"--with {value}" in capsys.readouterr().err
    assert not home(course, 2).exists()


def test_diff_of_a_workspace_and_of_a_chapter(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "diff", "3") == 0
    assert "+def root(n: int) -> float:" in capsys.readouterr().out
    assert run(course, "diff", "1", "--workspace") == 1
    assert "python tools/steps.py start 1" in capsys.readouterr().err
    write_count(course)
    capsys.readouterr()
    assert run(course, "diff", "1", "--workspace") == 0
    assert "+    return n * (n + 1) // 2  # my own" in capsys.readouterr().out


def test_test_asks_for_a_whole_workspace(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course, "test", "1") == 1
    assert "python tools/steps.py start 1" in capsys.readouterr().err
    assert run(course, "start", "1") == 0
    core(course, 1).unlink()
    assert run(course, "test", "1") == 1
    assert "core.py is missing: python tools/steps.py start 1" in capsys.readouterr().err
