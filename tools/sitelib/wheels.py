"""The Python that the browser gets: Pyodide's core, our own wheels, and the lock that names them.

A wheel holds each module twice, as .py and, beside it, as .pyc for Pyodide's own Python: so it is
imported from the wheel as it lies there, which takes nobody any time to unpack, and a traceback
still shows its source. What compiles and writes them is wheel_writer.py, run by Pyodide under
Node: the same sources give the same bytes on every machine.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from sitelib import BUILD, ROOT, WEB, SiteError, node, standard_library
from sitelib.incremental import IGNORED, files_of

HERE = Path(__file__).resolve().parent
PYODIDE = WEB / "node_modules" / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STANDARD_LIBRARY = "python_stdlib.zip"
# Pure Python, run inside Pyodide, and too new for the oldest Python that builds the site.
TOOLS = ("attrs", "cattrs", "packaging", "pkginfo", "pyodide-lock", "typing_extensions")


@dataclass(frozen=True)
class Wheel:
    """What goes into one wheel: packages and modules, each by where it lies."""

    name: str
    version: str
    sources: tuple[Path, ...]

    def files(self) -> dict[str, str]:
        """The files, relative to the repository, by their place in the wheel."""
        return {
            file.relative_to(source.parent).as_posix(): file.relative_to(ROOT).as_posix()
            for source in self.sources
            for file in files_of(source)
            if file.suffix == ".py"
        }


def our_wheels() -> list[Wheel]:
    """The wheels of the course."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = about["project"]["version"]
    runtime = ROOT / "site" / "runtime"
    stand_ins = sorted((runtime / "stand_ins").iterdir())
    ours = (ROOT / "practice" / "kernel", runtime / "course_worker", ROOT / "tools" / "tracelib")
    return [
        Wheel("course-judge", version, ours),
        Wheel("course-stand-ins", version, tuple(p for p in stand_ins if p.name not in IGNORED)),
        Wheel("course-torch", _facade_version(runtime / "torch"), (runtime / "torch",)),
        Wheel("minisgl", version, (ROOT / "minisgl",)),
    ]


def inputs() -> tuple[Path | str, ...]:
    """All that decides about the result."""
    names = ("wheels.py", "wheels.mjs", "wheel_writer.py", "standard_library.py")
    makers = tuple(HERE / name for name in names)
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    pyodide = str(lock["packages"]["node_modules/pyodide"]["integrity"])
    wheels = our_wheels()
    versions = [f"{wheel.name}=={wheel.version}" for wheel in wheels]
    sources = (source for wheel in wheels for source in wheel.sources)
    return (*makers, pyodide, *_pins(), *versions, *sources)


def _facade_version(package: Path) -> str:
    """The version of torch that the facade follows: 2.13.0 of 2.13.0+lite."""
    text = (package / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([\d.]+)', text, re.MULTILINE)
    if found is None:
        raise SiteError(f'{package / "__init__.py"} has no line __version__ = "…"')
    return found[1]


def make(target: Path) -> None:
    """Put Pyodide's core, our wheels and their lock into an empty folder.

    Raises:
        SiteError: if Node or a package cannot be had, or a source cannot be compiled.
    """
    node.install()
    for name in CORE:
        shutil.copyfile(PYODIDE / name, target / name)
    standard_library.repack(PYODIDE / STANDARD_LIBRARY, target / STANDARD_LIBRARY)
    folders = {"root": ROOT, "out": target, "tools": _tools(), "pyodide": PYODIDE}
    wheels = [
        {"name": wheel.name, "version": wheel.version, "files": wheel.files()}
        for wheel in our_wheels()
    ]
    request = {"folders": {name: str(path) for name, path in folders.items()}, "wheels": wheels}
    node.run([str(HERE / "wheels.mjs"), json.dumps(request)], what="compiling the wheels")


def _pins() -> list[str]:
    """The lines of constraints.txt for TOOLS.

    Raises:
        SiteError: if one is missing.
    """
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line.partition("==")[0] in TOOLS]
    if len(pins) != len(TOOLS):
        raise SiteError(f"constraints.txt has not one line for each of {', '.join(TOOLS)}")
    return pins


def _tools() -> Path:
    """The folder with the wheels of pyodide-lock and what it needs, fetched by pip."""
    folder, pins = BUILD / "pyodide-tools", "\n".join(_pins())
    stamp = folder / "pins.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == pins:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-input", "--no-deps", "--only-binary", ":all:", "--python-version", "3.14"]
    pip += ["--dest", str(folder), *_pins()]
    done = subprocess.run(pip, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        tail = "".join(f"\n  {line}" for line in done.stderr.strip().splitlines()[-5:])
        raise SiteError(
            "pip could not fetch pyodide-lock: run this again when this machine reaches the "
            f"package index. pip said:{tail}"
        )
    stamp.write_text(pins, encoding="utf-8")
    return folder
