"""The Python environment of the course: the folder .venv, made and mended with venv and pip.

Standard library only. Like course.py this file is read by Pythons older than the course needs, so
that they can say so: no syntax newer than 3.8.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from running import CourseError, last_lines, rerun, run_quietly

OLDEST = (3, 11)
MARK = "made-by-course.txt"  # says that the folder is ours to empty, and where it was made
STAMP = "course-stamp.txt"
LOG = "course-install.log"
VERIFY = "import torch, transformers, minisgl"


def venv_python(venv: Path) -> Path:
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def python_problem(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> str | None:
    """A sentence if this Python is too old for the course, with the command of one that is not."""
    if version >= OLDEST:
        return None
    found = ".".join(str(part) for part in version)
    problem = f"the course needs Python 3.11 or newer, and this is {found} ({sys.executable})"
    for minor in (13, 12, 11):
        name = f"python3.{minor}"
        if shutil.which(name):
            return f"{problem}; this machine has {name}: run {name} tools/course.py check"
    return f"{problem}; install one from python.org or your package manager, and run it with that"


def wanted(root: Path, venv: Path) -> str:
    """What the stamp says when everything is installed: a hash of all that decides about it.

    The folder and the Python that it leads to are part of it, because an environment stops working
    when it is moved and when the system's Python becomes another one.
    """
    parts = [root / "pyproject.toml", root / "constraints.txt", venv / "pyvenv.cfg"]
    places = [str(venv), os.path.realpath(venv_python(venv))]
    content = [*(part.read_bytes() for part in parts), *(place.encode() for place in places)]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def state(root: Path) -> str:
    """Say "ready", "not here", "out of date", "half made" (or moved), "foreign" (and half made)."""
    venv = root / ".venv"
    if not os.path.lexists(venv):
        return "not here"
    if venv.is_symlink() or not venv.is_dir():
        return "foreign"
    ours = (venv / MARK).is_file()
    # Scripts like activate hold the path that they were made for.
    moved = ours and (venv / MARK).read_text(encoding="utf-8").strip() != str(venv)
    if moved or not venv_python(venv).is_file() or not (venv / "pyvenv.cfg").is_file():
        return "half made" if ours or not any(venv.iterdir()) else "foreign"
    try:
        stamp = (venv / STAMP).read_text(encoding="utf-8").strip()
    except OSError:
        return "out of date"
    return "ready" if stamp == wanted(root, venv) else "out of date"


def pinned(root: Path, package: str) -> str:
    """The requirement of a package in constraints.txt, like ``torch==2.13.0``."""
    for line in (root / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.strip()
    raise CourseError(f"{root / 'constraints.txt'} has no line {package}==…: git checkout it again")


def ensure(root: Path) -> Path:
    """Make or mend the environment unless it is ready; returns its Python.

    Raises:
        CourseError: if that fails; what was installed so far is kept and used the next time.
    """
    venv = root / ".venv"
    if state(root) == "ready":
        return venv_python(venv)
    try:
        _make(root, venv)
        if _works(root, venv):
            _write_stamp(root, venv)
            return venv_python(venv)
        if not (venv / MARK).is_file():
            raise CourseError(f"what is in {venv} does not work: move it away, then {rerun()}")
        print("what was installed does not work: making .venv again", flush=True)
        _empty(venv)
        _make(root, venv)
        if not _works(root, venv):
            tail = last_lines(venv / LOG)
            raise CourseError(f"torch, transformers or minisgl cannot be imported\n{tail}")
        _write_stamp(root, venv)
    except OSError as error:
        raise CourseError(_system_problem(error, venv)) from None
    return venv_python(venv)


def _make(root: Path, venv: Path) -> None:
    """Create what is missing of the environment and install into it."""
    now = state(root)
    if now == "foreign":
        raise CourseError(
            f"{venv} is no environment that works, and not made by this program: "
            f"move it away, then {rerun()}"
        )
    if now in ("not here", "half made") or not _has_pip(venv):
        _create(venv)
    torch = pinned(root, "torch")
    # First and alone: a build for the CPU, from whatever index pip was told of, will do.
    install(root, f"installing {torch}", [torch])
    others = ["--editable", f"{root}[site,test]"]
    install(root, "installing the other packages of the course", others)


def install(root: Path, title: str, what: list[str]) -> None:
    """Install into the environment, in the versions of constraints.txt.

    Raises:
        CourseError: if pip fails, with the end of what it says.
    """
    venv = root / ".venv"
    pip = [str(venv_python(venv)), "-m", "pip", "install", "--disable-pip-version-check"]
    pip += ["--no-input", "--constraint", str(root / "constraints.txt")]
    if run_quietly(title, [*pip, *what], venv / LOG, root) != 0:
        raise CourseError(pip_problem(title, venv / LOG))


def _create(venv: Path) -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise CourseError(
            "this Python lacks venv or ensurepip, which Debian and Ubuntu keep in a "
            f"package of their own: sudo apt install {package}, then {rerun()}"
        )
    venv.mkdir(exist_ok=True)
    if any(venv.iterdir()) and not (venv / MARK).is_file():
        raise CourseError(
            f"{venv} has no pip and is not made by this program: move it away, then {rerun()}"
        )
    _empty(venv)
    (venv / MARK).write_text(f"{venv}\n", encoding="utf-8")
    command = [sys.executable, "-m", "venv", str(venv)]
    if run_quietly("making .venv", command, venv / LOG, venv.parent) != 0:
        tail = last_lines(venv / LOG)
        raise CourseError(f"python -m venv failed:\n{tail}\nwhen that is mended, {rerun()}")


def _empty(venv: Path) -> None:
    """Remove all but the mark, so that an interruption leaves a folder that is still ours."""
    if Path(sys.prefix).resolve() == venv.resolve():
        raise CourseError(
            f"{venv} must be made again, and this Python is the one in it: "
            "run course.py with the Python of the system"
        )
    for entry in venv.iterdir():
        if entry.name == MARK:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _has_pip(venv: Path) -> bool:
    command = [str(venv_python(venv)), "-m", "pip", "--version"]
    try:
        return (
            subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0
        )
    except OSError:
        return False


def _works(root: Path, venv: Path) -> bool:
    command = [str(venv_python(venv)), "-c", VERIFY]
    return run_quietly("importing torch and the engine", command, venv / LOG, root) == 0


def _write_stamp(root: Path, venv: Path) -> None:
    part = venv / (STAMP + ".part")
    part.write_text(wanted(root, venv) + "\n", encoding="utf-8")
    os.replace(part, venv / STAMP)


def pip_problem(title: str, log: Path) -> str:
    """What pip's log says went wrong, in one sentence, with the end of the log."""
    text = log.read_text(encoding="utf-8", errors="replace").lower()
    if "no space left" in text or "errno 28" in text:
        reason = f"the disk is full: free about 4 GB, then {rerun()}"
    elif any(sign in text for sign in NO_NETWORK):
        reason = f"pip reaches no package index: connect to the network, then {rerun()}"
    elif "no matching distribution" in text or "resolutionimpossible" in text:
        # The second is what pip says when a pinned version is not there for this Python or system.
        reason = (
            f"the index has no such version for Python {sys.version_info[0]}."
            f"{sys.version_info[1]} on this system: use Python 3.11 to 3.13, and {rerun()}"
        )
    else:
        reason = f"when what pip says below is mended, {rerun()}"
    return f"{title} failed; {reason}\nthe end of {log}:\n{last_lines(log)}"


NO_NETWORK = (
    "failed to establish a new connection",
    "name resolution",
    "getaddrinfo failed",
    "max retries exceeded",
    "connect timeout",
    "connection refused",
    "network is unreachable",
    "proxyerror",
)


def _system_problem(error: OSError, venv: Path) -> str:
    place = error.filename or venv
    if error.errno == errno.ENOSPC:
        return f"{place} cannot be written, the disk is full: free about 4 GB, then {rerun()}"
    return (
        f"{place} cannot be written or removed ({error.strerror}): make the folder writable and "
        f"stop programs that use it, or copy the course to a folder of yours; then {rerun()}"
    )
