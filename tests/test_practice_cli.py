"""``judge.py``: what a reader types, and what comes of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import judge
import pytest
from judgelib import library, memory, progress, show
from judgelib.process import Child
from judgelib.texts import TEXTS, default_language

ROOT = Path(__file__).resolve().parent.parent
JUDGE = ROOT / "practice" / "judge.py"
PLAIN = ROOT / "practice" / "problems" / "081-align-and-pages"


class Reader:
    """Someone with a workspace of their own at a command line."""

    def __init__(self, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.workspace, self._capsys = workspace, capsys

    def types(self, *words: str) -> tuple[int, str]:
        """The exit status, and everything that is printed."""
        self._capsys.readouterr()
        status = judge.main([*words, "--lang", "en", "--workspace", str(self.workspace)])
        out, err = self._capsys.readouterr()
        return status, out + err

    def writes(self, text: str, name: str = "081_align_and_pages.py") -> Path:
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Reader:
    return Reader(tmp_path / "workspace", capsys)


def solution() -> str:
    return (PLAIN / "solution.py").read_text(encoding="utf-8")


def wrong(name: str) -> str:
    return (PLAIN / "wrong" / f"{name}.py").read_text(encoding="utf-8")


def test_without_a_command_it_says_where_one_stands_in_six_lines(reader: Reader) -> None:
    status, text = reader.types()
    assert status == 0
    lines = text.splitlines()
    assert len(lines) == 6
    assert "0 accepted" in lines[0]
    assert "judge.py start 1" in lines[2]


def test_from_start_to_accepted(reader: Reader) -> None:
    status, text = reader.types("start", "81")
    assert status == 0
    assert "assert div_ceil(30, 16) == 2  # a part of a page takes a whole page" in text
    assert "judge.py test 81" in text
    status, text = reader.types("test", "81")
    assert status == 1 and text.startswith("not_written")
    reader.writes(wrong("always_one_more"))
    status, text = reader.types("test", "81")
    assert status == 1
    for part in ("wrong_answer", "div_ceil(32, 16)", "whole pages are not rounded up"):
        assert part in text
    assert "a third one would be empty" in text  # the misconception's own hint comes with it
    reader.writes(solution())
    status, text = reader.types("test", "81")
    assert status == 0 and text.startswith("accepted")
    assert "1 accepted" in reader.types()[1]
    assert "✓  81" in reader.types("list", "--chapter", "4")[1]
    assert "  81  " not in reader.types("list", "--todo")[1]


def test_start_never_overwrites(reader: Reader) -> None:
    path = reader.writes("# mine\n")
    status, text = reader.types("start", "81")
    assert status == 0 and "stays as it is" in text
    assert path.read_text(encoding="utf-8") == "# mine\n"


def test_what_was_written_comes_back_if_the_file_is_lost(reader: Reader) -> None:
    path = reader.writes(wrong("always_one_more"))
    reader.types("test", "81")
    path.unlink()
    reader.types("start", "81")
    assert path.read_text(encoding="utf-8") == wrong("always_one_more")


def test_hints_come_one_at_a_time_and_the_misconceptions_first(reader: Reader) -> None:
    reader.writes(wrong("float_division"))
    reader.types("test", "81")
    texts = [reader.types("hint", "81")[1] for _ in range(5)]
    assert "53 bits" in texts[0]
    assert [text[:11] for text in texts[1:4]] == [f"hint {n} of 3" for n in (1, 2, 3)]
    assert "no more hints" in texts[4] and "solution 81" in texts[4]


def test_the_solution_comes_after_a_try(reader: Reader) -> None:
    status, text = reader.types("solution", "81")
    assert status == 1 and "def" not in text and "--now" in text
    reader.writes(wrong("float_division"))
    reader.types("test", "81")
    status, text = reader.types("solution", "81")
    assert status == 0 and solution().strip() in text and "another way" in text
    assert reader.types("solution", "82", "--now")[0] == 0


def test_an_unwritten_file_is_no_try(reader: Reader) -> None:
    reader.types("start", "81")
    reader.types("test", "81")
    assert reader.types("solution", "81")[0] == 1


def test_another_file_may_be_judged(reader: Reader, tmp_path: Path) -> None:
    file = tmp_path / "我的 解.py"
    file.write_text(solution(), encoding="utf-8")
    assert reader.types("test", "align-and-pages", str(file))[0] == 0
    assert not (reader.workspace / "081_align_and_pages.py").exists()


def test_json_is_the_verdict_document(reader: Reader) -> None:
    reader.writes(solution())
    status, text = reader.types("test", "81", "--json")
    verdict = json.loads(text)
    assert status == 0
    assert (verdict["schema"], verdict["problem"]) == (1, "081-align-and-pages")
    assert verdict["passed"] == verdict["total"] == len(verdict["tests"])
    rows = json.loads(reader.types("list", "--json")[1])
    assert [row["state"] for row in rows if row["number"] == 81] == ["accepted"]


def test_chinese(reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.writes(wrong("always_one_more"))
    words = ["test", "81", "--lang", "zh", "--workspace", str(reader.workspace)]
    assert judge.main(words) == 1
    text = capsys.readouterr().out
    for part in ("整页不再进位", "得到", "应为", "第三页就是空的了"):
        assert part in text


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["test", "81"], 2, "judge.py start 81"),
        (["test", "81", "nowhere.py"], 2, "there is no file nowhere.py"),
        (["test", "81", "."], 2, "is a folder, not a program"),
        (["test", "80"], 2, "near it are 81, 82, 83"),
        (["start", "radish-cache"], 2, "no problem is called radish-cache"),
        (["list", "--chapter", "77"], 2, "there are 0 to 10"),
        (["check"], 2, "check 193, or check --all"),
        (["check", "999"], 2, "there is no problem 999"),
        (["progress", "--import", "nowhere.json"], 2, "nowhere.json"),
    ],
)
def test_a_wrong_command_says_what_to_do(
    words: list[str], status: int, told: str, reader: Reader
) -> None:
    found, text = reader.types(*words)
    assert (found, told in text) == (status, True), text


def test_progress_goes_out_and_comes_in_and_loses_nothing(
    reader: Reader, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.writes(solution())
    reader.types("test", "81")
    reader.writes("# begun\n", "082_table_manager.py")
    file = tmp_path / "progress.json"
    assert reader.types("progress", "--export", str(file))[0] == 0
    other = Reader(tmp_path / "elsewhere", capsys)
    mine = other.writes("# my own\n", "082_table_manager.py")
    status, text = other.types("progress", "--import", str(file))
    assert status == 0 and "082_table_manager.imported.py" in text
    assert mine.read_text(encoding="utf-8") == "# my own\n"
    theirs = other.workspace / "082_table_manager.imported.py"
    assert theirs.read_text(encoding="utf-8") == "# begun\n"
    taken = other.workspace / "081_align_and_pages.py"
    assert taken.read_text(encoding="utf-8") == solution()
    assert "1 accepted" in other.types()[1]
    other.types("progress", "--import", str(file))  # again: nothing new comes of it
    assert len(list(other.workspace.glob("*.imported*.py"))) == 1


def test_review_cards_come_in_and_go_out_as_they_are(reader: Reader, tmp_path: Path) -> None:
    times = {"due": "2026-12-04T09:30:00.000Z", "last_review": "2026-12-02T09:30:00.000Z"}
    numbers = {"stability": 2.3065, "difficulty": 2.11810397, "scheduled_days": 2, "reps": 2}
    card = {**times, **numbers, "learning_steps": 0, "lapses": 0, "state": 2}
    document = {"schema": 1, "problems": {}, "cards": {"ch09/who-may-go": card}}
    file, again = tmp_path / "from-the-browser.json", tmp_path / "again.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    status, text = reader.types("progress", "--import", str(file))
    assert status == 0 and "review cards: 1 of 1 taken in" in text
    reader.writes(solution())
    reader.types("test", "81")
    assert reader.types("progress", "--export", str(again))[0] == 0
    exported = json.loads(again.read_text(encoding="utf-8"))
    assert exported["cards"] == document["cards"]
    assert exported["problems"]["081-align-and-pages"]["accepted"] is True


def test_an_export_does_not_overwrite_something_else(reader: Reader, tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text("{}", encoding="utf-8")
    status, text = reader.types("progress", "--export", str(file))
    assert status == 2 and "take another name" in text
    assert file.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize(
    "broken", ["", "{", "[]", '{"schema": 1}', '{"schema": 1, "problems": {"a": {"tries": "x"}}}']
)
def test_a_broken_progress_file_is_kept_aside(broken: str, reader: Reader) -> None:
    reader.writes(broken, "progress.json")
    status, text = reader.types()
    assert status == 0 and "progress.broken.json" in text
    kept = reader.workspace / "progress.broken.json"
    assert kept.read_text(encoding="utf-8") == broken


def test_a_newer_progress_file_is_not_taken_in(reader: Reader, tmp_path: Path) -> None:
    file = tmp_path / "newer.json"
    file.write_text('{"schema": 2, "problems": {}}', encoding="utf-8")
    status, text = reader.types("progress", "--import", str(file))
    assert status == 2 and "newer version" in text


def test_an_old_progress_file_lacks_fields_and_is_read(reader: Reader) -> None:
    reader.writes(
        '{"schema": 1, "problems": {"081-align-and-pages": {"accepted": true}}}', "progress.json"
    )
    assert "1 accepted" in reader.types()[1]


def test_a_problem_that_changed_says_so(reader: Reader) -> None:
    entry = {"starter": "0" * 16, "tries": 1, "code": wrong("always_one_more")}
    document = {"schema": 1, "problems": {"081-align-and-pages": entry}}
    reader.writes(json.dumps(document), "progress.json")
    reader.types("start", "81")
    assert "has changed since you began it" in reader.types("test", "81")[1]


def test_a_workspace_that_is_a_file(reader: Reader) -> None:
    reader.workspace.write_text("", encoding="utf-8")
    status, text = reader.types("start", "81")
    assert status == 2 and "--workspace DIR takes another folder" in text


def test_without_torch_a_problem_that_needs_it_says_how_to_get_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judgelib.commands.python_with_torch", lambda: None)
    file = ROOT / "practice" / "problems" / "193-radix-cache" / "solution.py"
    status, text = reader.types("test", "193", str(file))
    assert status == 1 and text.startswith("needs_local")
    assert "python3 tools/course.py check" in text
    status, text = reader.types("doctor")
    assert status == 1 and "torch: not found" in text


def test_the_browsers_torch_is_asked_for(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgelib.commands.has_torch", lambda runtime: False)
    file = ROOT / "practice" / "problems" / "193-radix-cache" / "solution.py"
    status, text = reader.types("test", "193", str(file), "--runtime", "lite")
    assert status == 1 and text.startswith("needs_local")


def test_doctor(reader: Reader) -> None:
    status, text = reader.types("doctor", "--json")
    facts = json.loads(text)
    assert status == 0 and facts["writable"] and facts["torch"] == sys.executable


def test_ctrl_c_ends_the_judge_and_the_program(tmp_path: Path) -> None:
    loop = tmp_path / "loop.py"
    loop.write_text("print('in')\nwhile True: pass\n", encoding="utf-8")
    command = [sys.executable, str(JUDGE), "--workspace", str(tmp_path), "watch", "81", str(loop)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    process.stdout.readline()  # it watches
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert "Traceback" not in err


def test_a_process_judges_one_program_after_the_other() -> None:
    entry = library.find(library.load_all(), "81")
    child = Child(sys.executable, needs_torch=False)
    verdicts = [
        child.judge(entry.problem, text.encode(), 5.0, filename="x.py")["status"]
        for text in (solution(), wrong("always_one_more"), solution())
    ]
    child.end()
    assert verdicts == ["accepted", "wrong_answer", "accepted"]
    assert not child.alive


def test_colours_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert show.paint("x", "red") == "\033[31mx\033[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert show.paint("x", "red") == "x"


def test_chinese_letters_take_two_columns() -> None:
    assert show.width("a页") == 3
    assert show.pad("页", 4) == "页  "


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_of_the_system(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


def test_memory_is_read_off_the_systems_own_tools() -> None:
    assert memory.parse_ps("  204800\n") == 200
    assert memory.parse_ps("") is None
    assert memory.parse_tasklist('"python.exe","42","Console","1","204,800 K"\r\n') == 200
    assert memory.parse_tasklist('"python.exe","42","Console","1","204 800 K"\r\n') == 200
    assert memory.parse_tasklist("INFO: No tasks are running\r\n") is None


def test_progress_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.json"
    progress.write_whole(path, "old")

    def fail(*names: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        progress.write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_every_text_is_there_in_both_languages() -> None:
    for key, (english, chinese) in TEXTS.items():
        assert bool(english) == bool(chinese), key


def test_two_judges_at_once_lose_nothing(reader: Reader) -> None:
    entries = library.load_all()
    one, other = (progress.Progress(reader.workspace) for _ in range(2))
    one.of(library.find(entries, "81").problem)["tries"] = 3
    one.save()
    other.of(library.find(entries, "82").problem)["tries"] = 5
    other.save()
    now = progress.Progress(reader.workspace)
    tries = [now.peek(library.find(entries, name).problem)["tries"] for name in ("81", "82")]
    assert tries == [3, 5]


def test_a_progress_file_that_cannot_be_read_is_not_written_over(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = reader.writes('{"schema": 1, "problems": {}}', "progress.json")

    def refuse(self: Path, *arguments: object, **options: object) -> str:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", refuse)
        kept = progress.Progress(reader.workspace)
    kept.of(library.load_all()[0].problem)["tries"] = 9
    kept.save()
    assert "nothing is saved" in kept.warnings[0]
    assert path.read_text(encoding="utf-8") == '{"schema": 1, "problems": {}}'


def test_a_link_to_a_progress_file_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "progress.json"
    target.write_text("old", encoding="utf-8")
    try:
        link.symlink_to(target)
    except OSError:  # Windows without the right to make links
        return
    progress.write_whole(link, "new")
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("code", ["\\ud800", "[" * 3000])
def test_what_cannot_be_progress_is_put_aside(code: str, reader: Reader) -> None:
    text = code if code[0] == "[" else f'{{"schema": 1, "problems": {{"x": {{"code": "{code}"}}}}}}'
    reader.writes(text, "progress.json")
    status, told = reader.types()
    assert status == 0 and "progress.broken.json" in told


def test_a_file_in_another_encoding_comes_back_as_it_was_read(reader: Reader) -> None:
    path = reader.workspace / "081_align_and_pages.py"
    path.parent.mkdir(parents=True)
    path.write_bytes("# coding: gbk\n# 向上取整\n".encode("gbk") + solution().encode())
    assert reader.types("test", "81")[0] == 0
    path.unlink()
    reader.types("start", "81")
    assert "# 向上取整" in path.read_text(encoding="utf-8")
    assert reader.types("test", "81")[0] == 0


@pytest.mark.parametrize("name", ["²", "1" * 5000, "x" * 300])
def test_strange_names_of_problems(name: str, reader: Reader) -> None:
    status, text = reader.types("test", name)
    assert status == 2 and "no problem" in text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without a word to it")
def test_a_judge_that_is_ended_ends_its_program(tmp_path: Path) -> None:
    loop = tmp_path / "loop.py"
    loop.write_text("while True: pass\n", encoding="utf-8")
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from judgelib import library, process\n"
        "entry = library.find(library.load_all(), '81')\n"
        "child = process.Child(sys.executable, False)\n"
        "print(child._process.pid, flush=True)\n"
        "child.judge(entry.problem, b'while True: pass', 60.0, filename='x.py')\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(JUDGE.parent)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(600):  # it looks once a second
        try:
            os.kill(child, 0)
            if (Path("/proc") / str(child) / "stat").read_text().split()[2] == "Z":
                return
        except (OSError, IndexError):
            return
        time.sleep(0.05)
    raise AssertionError("the program goes on without its judge")
