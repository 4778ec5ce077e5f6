"""Running a tree: its main, its imports, its tests. Each in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .manifest import Chapter, CourseError
from .tree import Course, Tree, read_text

RUNNER = Path(__file__).with_name("run_main.py")
TEST_RUNNER = Path(__file__).with_name("run_tests.py")


@dataclass(frozen=True)
class Outcome:
    """What a process printed and how it ended."""

    status: int
    output: str
    errors: str
    seconds: float


@contextmanager
def built(course: Course, chapter: Chapter, files: Tree | None = None) -> Iterator[Path]:
    """A chapter's tree with its main in a temporary folder; ``files`` take the place of some."""
    with tempfile.TemporaryDirectory(prefix=f"minisgl-{chapter.name}-") as name:
        folder = Path(name).resolve()
        write_tree(folder, course.whole(chapter) | (files or {}))
        main = read_text(chapter.folder / "main.py")
        (folder / "main.py").write_text(main, encoding="utf-8", newline="\n")
        yield folder


def write_tree(folder: Path, files: Tree) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")


def environment(course: Course, tree: Path) -> dict[str, str]:
    """The variables for a process that runs a tree: the same output on every machine."""
    env = dict(os.environ)
    env.pop("PYTHONPATH", None)
    env.setdefault("MINISGL_MODELS", str(course.root / "models"))
    env.setdefault("OMP_NUM_THREADS", "1")
    env.update(
        MINISGL_TREE=str(tree),
        MINISGL_LOG_LEVEL="WARNING",
        PYTHONHASHSEED="0",
        PYTHONDONTWRITEBYTECODE="1",
        PYTHONIOENCODING="utf-8",
        HF_HUB_OFFLINE="1",
        TRANSFORMERS_VERBOSITY="error",
        HF_HUB_DISABLE_PROGRESS_BARS="1",
        TQDM_DISABLE="1",
    )
    return env


def run_main(course: Course, chapter: Chapter, tree: Path) -> Outcome:
    """Run a built tree's main with the arguments of its manifest."""
    need_model(course, chapter)
    return _run(
        [str(RUNNER), str(tree), *chapter.main_args],
        environment(course, tree),
        tree,
        interpreter(course),
    )


def need_model(course: Course, chapter: Chapter) -> None:
    """Raises: CourseError with the command that gets the model, if main names one not there."""
    args = chapter.main_args
    if "--model" not in args:
        return
    name = args[args.index("--model") + 1]
    folder = Path(os.environ.get("MINISGL_MODELS") or course.root / "models")
    if not (folder / name / "config.json").is_file():
        raise CourseError(f"model {name} is not in {folder}: python tools/models.py get {name}")


def import_all(course: Course, tree: Path, files: Tree) -> Outcome:
    """Import every module of a tree."""
    modules = [
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in files
    ]
    code = "import importlib, sys; sys.path[0] = sys.argv[1]\n"
    code += "for name in sys.argv[2:]: importlib.import_module(name)\n"
    return _run(
        ["-c", code, str(tree), *modules], environment(course, tree), tree, interpreter(course)
    )


def test_files(course: Course, chapter: Chapter) -> list[Path]:
    """Raises: CourseError if the chapter has no tests."""
    files = sorted((course.root / "tests").glob(f"test_ch{chapter.number:02}_*.py"))
    if not files:
        raise CourseError(f"chapter {chapter.number} has no tests/test_ch{chapter.number:02}_*.py")
    return files


def pytest_arguments(course: Course, chapter: Chapter, extra: list[str]) -> list[str]:
    """The arguments of pytest that run a chapter's tests; conftest.py finds the tree by itself."""
    return [
        "-c",
        str(course.root / "pyproject.toml"),
        "--rootdir",
        str(course.root),
        "-p",
        "no:cacheprovider",
        *extra,
        *map(str, test_files(course, chapter)),
    ]


def run_tests(course: Course, chapter: Chapter, tree: Path, extra: list[str]) -> Outcome:
    """Run a chapter's tests on a tree and keep what they print."""
    arguments = pytest_arguments(course, chapter, extra)
    return _run(["-m", "pytest", *arguments], environment(course, tree), tree, interpreter(course))


def run_failures(
    course: Course, chapter: Chapter, tree: Path, extra: list[str]
) -> dict[str, list[str]]:
    """Run a chapter's tests on a tree: the failed ones, and what their errors say.

    Raises:
        CourseError: if pytest itself did not get through.
    """
    arguments = pytest_arguments(course, chapter, extra)
    with tempfile.TemporaryDirectory(prefix="minisgl-tests-") as name:
        report = Path(name) / "failures.json"
        command = [str(TEST_RUNNER), str(report), *arguments]
        outcome = _run(command, environment(course, tree), tree, interpreter(course))
        if not report.is_file():
            raise CourseError(f"pytest did not run:\n{tail(outcome)}")
        failures = dict(json.loads(report.read_text(encoding="utf-8")))
    if outcome.status not in (0, 1) and not failures:
        raise CourseError(f"pytest did not run (exit status {outcome.status}):\n{tail(outcome)}")
    return failures


def expect_success(outcome: Outcome, what: str) -> None:
    """Raises: CourseError with the last lines that were printed, if a process failed."""
    if outcome.status != 0:
        raise CourseError(f"{what} (exit status {outcome.status}):\n{tail(outcome)}")


def tail(outcome: Outcome) -> str:
    lines = (outcome.output + outcome.errors).strip().splitlines()
    return "\n".join(lines[-20:])


def interpreter(course: Course) -> str:
    """The Python that has what the course needs: this one, or that of .venv.

    Raises:
        CourseError: if neither is set up.
    """
    if importlib.util.find_spec("torch") is not None:
        return sys.executable
    for name in ("bin/python", "Scripts/python.exe"):
        if (course.root / ".venv" / name).is_file():
            return str(course.root / ".venv" / name)
    raise CourseError(
        f"{sys.executable} has no torch, and there is no .venv: set both up with: "
        "python3 tools/course.py check"
    )


def _run(args: list[str], env: dict[str, str], folder: Path, python: str) -> Outcome:
    begin = time.perf_counter()
    done = subprocess.run(
        [python, *args],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    return Outcome(done.returncode, done.stdout, done.stderr, time.perf_counter() - begin)
