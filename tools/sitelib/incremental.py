"""Steps of a build that are skipped when nothing they are made from has changed.

A step makes one folder. It is made in a scratch folder and put in place when it is whole; a stamp
then says what it was made from. So a build may be stopped at any moment, and goes on from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scratch import put_in_place, scratch_folder

IGNORED = {"__pycache__", "node_modules", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


@dataclass(frozen=True)
class Step:
    """One folder of the build.

    Attributes:
        name: the folder, relative to the build folder.
        title: what is said while it is made.
        inputs: the files and folders that it is made from, and words like a version.
        make: fills an empty folder.
    """

    name: str
    title: str
    inputs: tuple[Path | str, ...]
    make: Callable[[Path], None]


@dataclass
class Builder:
    """Runs steps in a build folder.

    Attributes:
        ran: the names of the steps that were not skipped.
    """

    build: Path
    say: Callable[[str], None] = print
    ran: list[str] = field(default_factory=list)

    def run(self, step: Step) -> Path:
        """The step's folder, made if it is not there or was made from something else."""
        target, stamp = self.build / step.name, self.build / "stamps" / f"{step.name}.txt"
        wanted = fingerprint(step.inputs)
        if target.is_dir() and _read(stamp) == wanted:
            return target
        self.say(f"{step.title} …")
        with scratch_folder(self.build) as scratch:
            new = scratch / "new"
            new.mkdir()
            step.make(new)
            stamp.unlink(missing_ok=True)
            put_in_place(new, target, scratch)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(wanted, encoding="utf-8")
        self.ran.append(step.name)
        return target


def fingerprint(inputs: Iterable[Path | str]) -> str:
    """A hash of words, of files with their content, and of all that is in folders."""
    total = hashlib.sha256()
    for one in inputs:
        if isinstance(one, str):
            total.update(b"word\0" + one.encode() + b"\0")
            continue
        for file in files_of(one):
            name = file.relative_to(one.parent).as_posix()
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            total.update(f"file\0{name}\0{content}\0".encode())
    return total.hexdigest()


def files_of(path: Path) -> Iterator[Path]:
    """A file, or every file of a folder that is not a cache; nothing if it is not there."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        return
    for entry in sorted(path.iterdir()):
        if entry.name not in IGNORED:
            yield from files_of(entry)


def _read(stamp: Path) -> str:
    try:
        return stamp.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
