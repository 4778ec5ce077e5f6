"""Folders that appear whole or not at all, though a run is stopped or two run at once."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".part-"
STALE = 24 * 3600  # seconds after which a scratch folder belongs to a run that was killed


@contextmanager
def scratch_folder(home: Path) -> Iterator[Path]:
    """A folder beside what is to be made, gone afterwards whatever happens.

    Raises:
        OSError: if ``home`` cannot be written.
    """
    home.mkdir(parents=True, exist_ok=True)
    for left_over in home.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another run may be removing it too
            if time.time() - left_over.stat().st_mtime > STALE:
                shutil.rmtree(left_over, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=home, ignore_cleanup_errors=True) as name:
        yield Path(name)


def put_in_place(new: Path, target: Path, scratch: Path) -> None:
    """Move the folder ``new`` to ``target``; one that is there goes into ``scratch`` first.

    Whichever of two runs comes last has its folder there. If the move fails, the old folder is
    there as before.

    Raises:
        OSError: if it cannot be moved.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for attempt in range(3):
        old = scratch / f"old-{attempt}"
        try:
            with suppress(FileNotFoundError):  # nothing was there, or another run took it away
                os.replace(target, old)
            os.replace(new, target)
            return
        except BaseException as error:
            if old.exists() and not target.exists():
                os.replace(old, target)
            elif isinstance(error, OSError) and target.exists() and attempt < 2:
                continue  # another run put its own there in between
            raise
