"""``check``: a weak judge, an unfair one, and a careless author are each found out."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from judgelib.check import Report, Workshop, check_all, check_problem
from judgelib.mutants import mutants
from kernel.rewriting import prepare

GOLDEN = Path(__file__).resolve().parent / "golden" / "900-golden"
PROBLEMS = Path(__file__).resolve().parent.parent / "practice" / "problems"


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(sys.executable, "torch")
    yield workshop
    workshop.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A problem that is as it should be."""
    copy = tmp_path / "900-golden"
    shutil.copytree(GOLDEN, copy)
    edit(copy / "problem.toml", "chapter = 45", "chapter = 45\n# a number of chapter 45")
    (copy / "statement.en.md").write_text("Double.\n\n<!-- example -->\n", encoding="utf-8")
    (copy / "statement.zh.md").write_text("翻倍。\n\n<!-- example -->\n", encoding="utf-8")
    right = (copy / "solution.py").read_text(encoding="utf-8")
    for name, old, new in (
        ("forgets", "self.total += number", "self.total = number"),
        ("refuses_nothing", "number < 0", "False"),
    ):
        (copy / "wrong" / f"{name}.py").write_text(
            f'"""It {name.replace("_", " ")}."""\n\n' + right.replace(old, new), encoding="utf-8"
        )
        with (copy / "hints.toml").open("a", encoding="utf-8") as hints:
            hints.write(f'\n[wrong.{name}]\nen = "No."\nzh = "不。"\n')
    return copy


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def faults(folder: Path, workshop: Workshop, recorded: dict[str, object] | None = None) -> str:
    return "\n".join(check_problem(folder, workshop, recorded).faults)


def test_a_sound_problem_has_no_faults(folder: Path, workshop: Workshop) -> None:
    report = check_problem(folder, workshop, None)
    assert report.faults == []
    kill = report.figures["wrong"]["of_three"]
    assert kill["failed"] == ["test_example_double", "test_list"]
    assert kill["first"] == "double(2) -> 6"
    assert report.figures["rejected"] == 3 + report.figures["mutants"]
    assert "other figures" not in faults(folder, workshop, report.figures)
    stale = {**report.figures, "mutants": 1, "caught": []}
    assert "strength.json has other figures (caught, mutants): look" in faults(
        folder, workshop, stale
    )


def test_the_browsers_torch_is_held_to_the_same_figures() -> None:
    """Here a mutant sorts without ``stable=True``: it has to be wrong in the browser too."""
    name = "121-top-k-top-p"
    recorded = json.loads((PROBLEMS.parent / "strength.json").read_text(encoding="utf-8"))
    stale = {**recorded["problems"][name], "equivalent": 1}
    workshop = Workshop(sys.executable, "lite")
    try:
        assert check_problem(PROBLEMS / name, workshop, stale).faults == [
            "the browser's torch gives other figures than strength.json has (equivalent): compare "
            "with check --runtime torch, and mend site/runtime/torch"
        ]
    finally:
        workshop.close()


def weaken(name: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: edit(folder / name, old, new)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (weaken("starter.py", 'raise NotImplementedError("not written yet")', "return 1"),
         "starter.py: its first failure is wrong_answer"),
        (weaken("solution.py", "2 * number", "3 * number"), "solution.py is not accepted: "),
        (weaken("tests.py", "== self.total", "== self.counter.total"), "is accepted: add a test"),
        (weaken("wrong/forgets.py", "self.total = number", "self.total += number"),
         "wrong/forgets.py is judged accepted"),
        (weaken("tests.py", "[2, 4, 6]", "[3, 6, 9]"), "solution.py is not accepted: test_list"),
        (weaken("tests.py", ', "twice the number"', ""), "tests.py:6: an assert needs a rule"),
        (weaken("tests.py", "test_example_double", "test_double"), "first test has to be an exam"),
        (weaken("problem.toml", '"twice the number"', '"thrice"'), "no Chinese for 'twice the"),
        (weaken("problem.toml", "chapter = 45", "chapter = 44"), "900 is not of chapter 44"),
        (weaken("problem.toml", 'kind = "write"', 'kind = "guess"'), "'guess' is none of write"),
        (weaken("hints.toml", "[wrong.of_three]", "[wrong.of_four]"), "[wrong.of_three] is miss"),
        (weaken("hints.toml", 'zh = "两倍。"', 'zh = "twice"'), "hint 1: its zh is not Chinese"),
        (weaken("statement.zh.md", "<!-- example -->", ""), "statement.zh.md: <!-- example -->"),
        (weaken("wrong/forgets.py", '"""It forgets."""', ""), "docstring has to say the misco"),
        (lambda folder: (folder / "notes.txt").touch(), "notes.txt is not a file that a problem"),
        (lambda folder: (folder / "statement.en.md").unlink(), "statement.en.md is missing"),
        (lambda folder: (folder / "wrong" / "forgets.py").unlink(), "wrong/ has 2 programs"),
        (lambda folder: (folder / "tests.py").write_text("x = ("), "was never closed"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_problem_is_found(
    change: Callable[[Path], object], told: str, folder: Path, workshop: Workshop
) -> None:
    change(folder)
    assert told in faults(folder, workshop)


def test_an_assert_that_nothing_fails_is_found(folder: Path, workshop: Workshop) -> None:
    with (folder / "tests.py").open("a", encoding="utf-8") as tests:
        tests.write('\n\ndef test_idle():\n    assert 1 + 1 == 2, "twice the number"\n')
    assert "no wrong program and no mutant fails this assert" in faults(folder, workshop)


@pytest.mark.parametrize("name", ["081-align-and-pages", "082-table-manager"])
def test_taking_out_any_one_assert_is_found(name: str, workshop: Workshop, tmp_path: Path) -> None:
    recorded = json.loads((PROBLEMS.parent / "strength.json").read_text(encoding="utf-8"))
    source = (PROBLEMS / name / "tests.py").read_text(encoding="utf-8")
    folder = tmp_path / name
    shutil.copytree(PROBLEMS / name, folder)
    figures = recorded["problems"][name]
    assert check_problem(folder, workshop, figures).faults == []
    for check in prepare(source).checks:
        lines = source.splitlines()
        first, last = check.lines
        indent = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())]
        lines[first - 1 : last] = [f"{indent}pass"]
        (folder / "tests.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert check_problem(folder, workshop, figures).faults, check.source


def test_nothing_to_check_is_a_failure(tmp_path: Path) -> None:
    assert check_all([], tmp_path) == ["no problem was found: nothing is proved"]


def test_chapters_must_list_their_problems(tmp_path: Path) -> None:
    (tmp_path / "ch45").mkdir()
    (tmp_path / "ch45" / "chapter.toml").write_text(
        "number = 45\n[practice]\nproblems = [900]\n", encoding="utf-8"
    )
    report = Report("900-golden", figures={"alternatives": 1})
    assert check_all([report], tmp_path) == []
    other = Report("901-more", figures={"alternatives": 0})
    assert check_all([report, other], tmp_path) == [
        "ch45/chapter.toml: problems should be [900, 901]"
    ]
    plain = [Report(f"90{n}-x", figures={"alternatives": n == 0}) for n in range(5)]
    assert check_all(plain, tmp_path / "none") == ["only 1 of 5 problems have alternatives"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", {"a <= b", "a >= b"}),
        ("x = a == b", {"a != b"}),
        ("x = a in b", {"a not in b"}),
        ("x = a + b", {"a - b", "a", "b"}),
        ("x = a // b", {"a * b", "a", "b"}),
        ("x = 3", {"4", "2"}),
        ("x = 0", {"1"}),
        ("x = True", {"False"}),
        ("x = a and b", {"a or b"}),
        ("x = not a", {"a"}),
        ("x = y.clone()", {"y"}),
        ("x = sorted(y)", {"y"}),
        ("x = min(a, b)", {"max(a, b)"}),
        ("x = y[a:b]", {"y[:b]", "y[a:]"}),
    ],
)
def test_the_operators_of_mutation(source: str, expected: set[str]) -> None:
    made = {mutant.source.removeprefix("x = ") for mutant in mutants(source)}
    assert made == expected


def test_statements_are_taken_out_and_returns_return_nothing() -> None:
    source = "def f(x):\n    '''Say.'''\n    x.append(y)\n    x.z = y\n    return x\n"
    names = [mutant.name for mutant in mutants(source)]
    assert names == [
        "f: no `x.append(y)`",
        "f: no `x.z = y`",
        "f: `return x` becomes `return None`",
    ]


def test_mutants_with_the_same_text_have_names_of_their_own() -> None:
    names = [mutant.name for mutant in mutants("def f():\n    g(0)\n    g(0)\n")]
    assert len(names) == len(set(names)) == 4
