"""Programs in processes of their own, on real torch or on the browser's.

On the browser's side a program can import Python's own library, the runtime with its stand-ins, and
the folders that the caller names: no installed package.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from conftest import REPOSITORY

RUNTIME = REPOSITORY / "site" / "runtime"
STAND_INS = RUNTIME / "stand_ins"
START = """
import runpy, sys
count = int(sys.argv[1])
sys.path[:0] = sys.argv[2 : 2 + count]
sys.argv = sys.argv[2 + count :]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run(
    program: Path,
    *arguments: str,
    lite: bool,
    folders: Sequence[Path] = (),
    given: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and keep what it says.

    Args:
        lite: on the browser's torch.
        folders: what it may import from beside that, before all else.
        given: what it reads from its standard input.
    """
    path = [*folders, RUNTIME, STAND_INS] if lite else folders
    flags = ["-I", "-S"] if lite else []
    return subprocess.run(
        [
            *(sys.executable, *flags, "-c", START),
            *(str(len(path)), *map(str, path), str(program), *arguments),
        ],
        input=given,
        capture_output=True,
        encoding="utf-8",
    )


def run_text(
    text: str, file: Path, *arguments: str, lite: bool, folders: Sequence[Path] = ()
) -> str:
    """Run a program that is written to ``file`` first; what it prints.

    Raises:
        AssertionError: with its errors, if it failed.
    """
    file.write_text(text, encoding="utf-8")
    done = run(file, *arguments, lite=lite, folders=folders)
    assert done.returncode == 0, done.stderr
    return done.stdout
