"""Is a problem's judge strong, and is it fair? What check finds is what its author has to mend."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kernel.problem import CHAPTER_NUMBERS, FILES, Problem, ProblemError, load_problem
from kernel.rewriting import prepare
from kernel.verdict import first_of

from .library import EXAMPLE
from .mutants import mutants
from .process import Child

KINDS, DIFFICULTIES = ("write", "bug", "predict"), ("easy", "medium", "hard")
NEEDS = ("torch", "cuda", "local")
LEAST_WRONG = {193: 12}
REJECTED = ("wrong_answer", "runtime_error", "time_limit")
SHARE_OF_LIMIT = 5
COUNTING = 6  # times the limit, where steps are counted: they decide then, not the time


@dataclass
class Report:
    """What was found of one problem.

    Attributes:
        faults: what is wrong with it, each with its file and what to do.
        figures: what strength.json keeps.
        seconds: how long the reference took.
    """

    name: str
    faults: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0


class Workshop:
    """The processes of one worker: one with torch, one without, each as long as it lives."""

    def __init__(self, python: str, runtime: str) -> None:
        self._python, self.runtime = python, runtime
        self._children: dict[bool, Child] = {}

    def judge(self, problem: Problem, data: bytes, name: str, **options: Any) -> dict[str, Any]:
        torch = "torch" in problem.needs
        child = self._children.get(torch)
        if child is None or not child.alive:
            child = self._children[torch] = Child(self._python, torch, self.runtime)
        slower = COUNTING if "max_steps" in options else 1
        return child.judge(problem, data, slower * problem.time_limit, filename=name, **options)

    def close(self) -> None:
        for child in self._children.values():
            child.end()


def check_problem(folder: Path, workshop: Workshop, recorded: dict[str, Any] | None) -> Report:
    """Hold one problem to everything that a problem is held to.

    Args:
        recorded: its figures in strength.json; None to leave them unchecked.
    """
    report = Report(folder.name)
    try:
        problem = load_problem(folder)
        tests = prepare(problem.tests)
    except (ProblemError, ValueError, SyntaxError) as error:
        report.faults.append(str(error))
        return report
    report.faults += [*_files(folder), *_about(problem), *_statements(folder)]
    report.faults += _hints(folder, problem)
    report.faults += _rules(problem, tests.names, [check.rule for check in tests.checks])
    if problem.kind == "predict":
        report.faults += _prediction(folder)
    if not _runs(folder, problem, workshop, report):
        return report
    caught = [0] * len(tests.checks)
    rejected = _wrong(folder, problem, workshop, report)
    rejected += _mutants(folder, problem, workshop, report)
    for index in (index for broken in rejected for index in broken):
        caught[index] += 1
    examples = [lines for name, lines in tests.bodies.items() if name.startswith("test_example")]
    for index, check in enumerate(tests.checks):
        is_example = any(first <= check.lines[0] <= last for first, last in examples)
        if not caught[index] and not is_example:
            report.faults.append(
                f"tests.py:{check.lines[0]}: no wrong program and no mutant fails this assert: "
                "add a wrong program that it catches, or take it out"
            )
    figures = report.figures
    figures["tests"], figures["caught"] = len(tests.names), caught
    figures["rejected"] = len(figures["wrong"]) + figures["mutants"] - figures["equivalent"]
    if recorded is not None and not report.faults:
        report.faults += _other_figures(recorded, figures, workshop.runtime)
    return report


def _other_figures(recorded: dict[str, Any], figures: dict[str, Any], runtime: str) -> list[str]:
    """What is not as strength.json has it, which is for real torch and for the browser's alike."""
    known, found = _stable(recorded), _stable(figures)
    names = ", ".join(key for key in sorted(known | found) if known.get(key) != found.get(key))
    if not names:
        return []
    if runtime == "torch":
        return [
            f"strength.json has other figures ({names}): look at what changed, then run check "
            "with --write"
        ]
    return [
        f"the browser's torch gives other figures than strength.json has ({names}): compare with "
        "check --runtime torch, and mend site/runtime/torch"
    ]


def _stable(figures: dict[str, Any]) -> dict[str, Any]:
    """Figures without what the first failing tests got: the last digits of sums in half precision
    are others on another processor."""
    wrong = {name: kill["failed"] for name, kill in figures.get("wrong", {}).items()}
    return {**figures, "wrong": wrong}


def _files(folder: Path) -> list[str]:
    faults = []
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder).as_posix()
        inner = path.parent.name in ("wrong", "alternatives") and path.suffix == ".py"
        if path.is_file() and "__pycache__" not in place and not (place in FILES or inner):
            faults.append(f"{place} is not a file that a problem has: take it out")
    faults += [f"{name} is missing" for name in sorted(FILES) if not (folder / name).is_file()]
    wrong, least = len(list(folder.glob("wrong/*.py"))), LEAST_WRONG.get(int(folder.name[:3]), 3)
    if wrong < least:
        faults.append(f"wrong/ has {wrong} programs: {least} are the least")
    for path in sorted(folder.glob("wrong/*.py")):
        try:
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        except (SyntaxError, UnicodeDecodeError) as error:
            faults.append(f"wrong/{path.name}: {error}")
            continue
        if not text:
            faults.append(f"wrong/{path.name}: its docstring has to say the misconception")
    return faults


def _about(problem: Problem) -> list[str]:
    faults = []
    if not re.fullmatch(r"\d{3}(-[a-z0-9]+)+", problem.name):
        faults.append("the folder's name is not like 081-align-and-pages")
    if problem.number // CHAPTER_NUMBERS != problem.chapter:
        faults.append(f"problem.toml: number {problem.number} is not of chapter {problem.chapter}")
    for value, allowed in ((problem.kind, KINDS), (problem.difficulty, DIFFICULTIES)):
        if value not in allowed:
            faults.append(f"problem.toml: {value!r} is none of {', '.join(allowed)}")
    unknown = [need for need in problem.needs if need not in NEEDS]
    faults += [f"problem.toml: needs knows no {need!r}" for need in unknown]
    faults += _languages("problem.toml: title", problem.title)
    imports = any("import torch" in text for text in (problem.tests, problem.starter))
    if imports and "torch" not in problem.needs:
        faults.append('problem.toml: torch is imported: needs = ["torch"]')
    return faults


def _statements(folder: Path) -> list[str]:
    faults = []
    for lang in ("en", "zh"):
        path = folder / f"statement.{lang}.md"
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(EXAMPLE) != 1:
            faults.append(f"{path.name}: {EXAMPLE} has to stand there once")
        if re.search(r"^# ", text, re.MULTILINE):
            faults.append(f"{path.name}: no title, that is in problem.toml")
        if lang == "zh" and not _is_chinese(text):
            faults.append(f"{path.name} is not Chinese")
    return faults


def _hints(folder: Path, problem: Problem) -> list[str]:
    faults = []
    if not 2 <= len(problem.hints) <= 4:
        faults.append(f"hints.toml: {len(problem.hints)} hints: two to four are wanted")
    for number, hint in enumerate(problem.hints, start=1):
        faults += _languages(f"hints.toml: hint {number}", hint)
    stems = {path.stem for path in folder.glob("wrong/*.py")}
    for stem in sorted(stems - set(problem.wrong_hints)):
        faults.append(f"hints.toml: [wrong.{stem}] is missing")
    for stem, hint in sorted(problem.wrong_hints.items()):
        faults += _languages(f"hints.toml: [wrong.{stem}]", hint)
        if stem not in stems:
            faults.append(f"hints.toml: [wrong.{stem}]: there is no wrong/{stem}.py")
    return faults


def _rules(problem: Problem, names: list[str], rules: list[str]) -> list[str]:
    faults = []
    if not names or not names[0].startswith("test_example_"):
        faults.append("tests.py: the first test has to be an example, test_example_…")
    for rule in sorted(set(rules)):
        if not _is_chinese(problem.rules.get(rule, "")):
            faults.append(f"problem.toml: [rules] has no Chinese for {rule!r}")
    for rule in sorted(set(problem.rules) - set(rules)):
        faults.append(f"problem.toml: [rules]: no assert says {rule!r}")
    return faults


def _languages(place: str, texts: dict[str, str]) -> list[str]:
    faults = [f"{place} has no {lang}" for lang in ("en", "zh") if not texts.get(lang, "").strip()]
    if texts.get("zh") and not _is_chinese(texts["zh"]):
        faults.append(f"{place}: its zh is not Chinese")
    return faults


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def _prediction(folder: Path) -> list[str]:
    """The program to predict is the same in starter and solution, and prints what is predicted."""
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("starter.py", "solution.py")]
    names: dict[str, Any] = {"__name__": "solution"}
    exec(compile(texts[1], "solution.py", "exec", dont_inherit=True), names)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        names["program"]()
    if printed.getvalue().splitlines() != names["prediction"]():
        return ["solution.py: prediction() is not what program() prints"]
    given = [_without_prediction(text) for text in texts]
    return [] if given[0] == given[1] else ["starter.py and solution.py have different programs"]


def _without_prediction(text: str) -> str:
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if getattr(node, "name", "") != "prediction"]
    return ast.dump(tree)


def _runs(folder: Path, problem: Problem, workshop: Workshop, report: Report) -> bool:
    """Starter, solution and alternatives; False if going on makes no sense."""
    starter = workshop.judge(problem, problem.starter.encode(), "starter.py")
    if starter["status"] != "not_written":
        report.faults.append(f"starter.py is judged {starter['status']}, not not_written")
    first = next((t["status"] for t in starter["tests"] if t["status"] != "passed"), "passed")
    if problem.kind != "bug" and first != "not_written":
        report.faults.append(f"starter.py: its first failure is {first}, not not_written")
    if problem.kind == "bug" and all(test["status"] == "passed" for test in starter["tests"]):
        report.faults.append("starter.py passes all tests: where is its bug?")
    right = [folder / "solution.py", *sorted(folder.glob("alternatives/*.py"))]
    report.figures["alternatives"] = len(right) - 1
    for path in right:
        began = time.monotonic()
        verdict = workshop.judge(problem, path.read_bytes(), path.name)
        if path.name == "solution.py":
            report.seconds = time.monotonic() - began
            report.faults += _too_slow(problem, path, workshop, report)
        if verdict["status"] != "accepted":
            report.faults.append(f"{path.name} is not accepted: {_first_failure(verdict)}")
            if path.name == "solution.py":
                return False
    return True


def _too_slow(problem: Problem, path: Path, workshop: Workshop, report: Report) -> list[str]:
    """Whether the reference takes too much of the limit, three times in a row: the machine may be
    busy with something else."""
    most = problem.time_limit / SHARE_OF_LIMIT
    for _ in range(2):
        if report.seconds > most:
            began = time.monotonic()
            workshop.judge(problem, path.read_bytes(), path.name)
            report.seconds = min(report.seconds, time.monotonic() - began)
    if report.seconds <= most:
        return []
    return [f"solution.py takes {report.seconds:.1f} s: too near the time limit"]


def _first_failure(verdict: dict[str, Any]) -> str:
    for test in verdict["tests"]:
        if test["status"] not in ("passed", "not_run"):
            parts = [test["message"], test["call"], f"got {test['got']}", f"not {test['expected']}"]
            return f"{test['name']}: {'; '.join(parts)} {test['detail']}".strip()
    return str(verdict["message"])


def _wrong(folder: Path, problem: Problem, workshop: Workshop, report: Report) -> list[list[int]]:
    """The hand-written wrong programs; which asserts each of them fails."""
    broken: list[list[int]] = []
    kills: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("wrong/*.py")):
        verdict = workshop.judge(problem, path.read_bytes(), path.name)
        if verdict["status"] not in REJECTED:
            report.faults.append(
                f"wrong/{path.name} is judged {verdict['status']} ({verdict['message']}), "
                "not wrong_answer: add a test, or mend it"
            )
        failed = [t for t in verdict["tests"] if t["status"] != "passed"]
        kills[path.stem] = {"failed": [t["name"] for t in failed], "first": first_of(failed)}
        soft = workshop.judge(problem, path.read_bytes(), path.name, soft=True)
        broken.append(soft.get("broken", []))
    if problem.kind == "bug":
        soft = workshop.judge(problem, problem.starter.encode(), "starter.py", soft=True)
        broken.append(soft.get("broken", []))
    report.figures["wrong"] = kills
    return broken


def _mutants(folder: Path, problem: Problem, workshop: Workshop, report: Report) -> list[list[int]]:
    """The mechanical mutants of the solution; which asserts each of them fails."""
    source = (folder / "solution.py").read_text(encoding="utf-8")
    predict = problem.kind == "predict"
    everything = mutants(source, "prediction" if predict else "")
    report.figures.update(mutants=0, equivalent=0)
    if predict:
        everything = [mutant for mutant in everything if mutant.name.startswith("prediction:")]
    names = ["", *(test["name"] for test in workshop.judge(problem, b"", "empty.py")["tests"])]
    endless = dict.fromkeys(names, 10**9)
    plain = workshop.judge(problem, source.encode(), "solution.py", soft=True, max_steps=endless)
    if plain["status"] != "accepted":  # then nothing would follow from a mutant's rejection
        report.faults.append(f"solution.py, steps counted: {_first_failure(plain)}")
        return []
    most = {name: 3 * plain["steps"][name] + 3_000 for name in names}
    broken: list[list[int]] = []
    survivors = []
    for mutant in everything:
        verdict = workshop.judge(
            problem, mutant.source.encode(), "mutant.py", soft=True, max_steps=most
        )
        broken.append(verdict.get("broken", []))
        if verdict["status"] == "accepted":
            survivors.append(mutant.name)
    for name in survivors:
        if name not in problem.equivalent:
            report.faults.append(
                f"the mutant {json.dumps(name, ensure_ascii=False)} is accepted: add a test, or "
                "list it in [equivalent] of problem.toml with the reason"
            )
    for name in sorted(set(problem.equivalent) - set(survivors)):
        report.faults.append(f"problem.toml: [equivalent]: {name!r} is rejected, or is no mutant")
    report.figures.update(mutants=len(everything), equivalent=len(survivors))
    return broken


def check_all(reports: list[Report], chapters: Path) -> list[str]:
    """What only shows over all problems."""
    faults = []
    if not reports:
        return ["no problem was found: nothing is proved"]
    with_alternatives = sum(1 for report in reports if report.figures.get("alternatives"))
    if 4 * with_alternatives < len(reports):
        faults.append(f"only {with_alternatives} of {len(reports)} problems have alternatives")
    numbers = {int(report.name[:3]) for report in reports}
    for manifest in sorted(chapters.glob("*/chapter.toml")):
        about = tomllib.loads(manifest.read_text(encoding="utf-8"))
        first = about["number"] * CHAPTER_NUMBERS
        there = sorted(n for n in numbers if first <= n < first + CHAPTER_NUMBERS)
        if about["practice"]["problems"] != there:
            faults.append(f"{manifest.parent.name}/chapter.toml: problems should be {there}")
    return faults
