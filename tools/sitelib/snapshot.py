"""The memory snapshot that the browser starts Python from, made by Node: snapshot.mjs.

from sitelib import snapshot
folder = Builder(BUILD).run(snapshot.step())    # build/python: the wheels, and the snapshot
"""

from __future__ import annotations

from pathlib import Path

from sitelib import WEB, node, wheels
from sitelib.incremental import Step

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "snapshot.mjs"
OF_THE_PAGE = tuple(WEB / "source" / "python" / name for name in ("restore.ts", "settings.ts"))


def step() -> Step:
    """The folder ``python`` of the build, whole: what wheels.py and this module make."""
    inputs = (*wheels.inputs(), HERE / "snapshot.py", SCRIPT, *OF_THE_PAGE)
    return Step("python", "compiling the Python of the browser", inputs, make)


def make(target: Path) -> None:
    """Fill an empty folder.

    Raises:
        SiteError: if Node cannot be had, or something is not as it should be.
    """
    wheels.make(target)
    node.run([str(SCRIPT), str(target)], what="the snapshot of Python")
