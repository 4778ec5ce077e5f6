"""What the first cell of a notebook calls, so that its kernel has the engine of the chapter.

The finished engine is installed, but the programs of a chapter are written for the engine as that
chapter leaves it. It is written to build/trees, or the reader's own is taken from workspace.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import warnings
from pathlib import Path

from scratch import put_in_place, scratch_folder
from steplib.manifest import CourseError, find_chapter
from steplib.running import write_tree
from steplib.tree import Course, Tree, read_text

ROOT = Path(__file__).resolve().parent.parent


def start_chapter(number: int, *, mine: bool = False, root: Path = ROOT) -> str:
    """Let this process import a chapter's engine and programs; returns the path of its main.py.

    Args:
        mine: take the reader's engine, from workspace, in place of the reference.

    Raises:
        RuntimeError: if that is not possible, with what to do.
    """
    if importlib.util.find_spec("torch") is None:
        raise RuntimeError(
            f"{sys.executable} has no torch: open the notebook with python3 tools/course.py lab, "
            "or choose the Python in .venv for its kernel"
        )
    try:
        course = Course(root)
        chapter = find_chapter(course.chapters, number)
        if mine:
            tree = root / "workspace" / chapter.name
            if not tree.is_dir():
                raise CourseError(f"there is no {tree}: run python tools/steps.py start {number}")
        else:
            tree = root / "build" / "trees" / chapter.name
            _bring(tree, course.whole(chapter))
    except CourseError as error:
        raise RuntimeError(str(error)) from None
    _take(tree)
    # The programs import each other by name, and nothing may find this folder's models or site.
    unwanted = {str(ROOT / "tools"), str(chapter.folder), str(chapter.folder / "demos")}
    rest = [entry for entry in sys.path if entry not in {str(tree), *unwanted}]
    sys.path[:] = [str(tree), str(chapter.folder), str(chapter.folder / "demos"), *rest]
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    warnings.filterwarnings("ignore", "IProgress not found")  # of tqdm, about bars
    return str(chapter.folder / "main.py")


def _bring(tree: Path, files: Tree) -> None:
    """Write a chapter's tree unless it is there."""
    there = {file.relative_to(tree).as_posix(): read_text(file) for file in tree.rglob("*.py")}
    if there == files:
        return
    with scratch_folder(tree.parent) as scratch:
        write_tree(scratch / tree.name, files)
        put_in_place(scratch / tree.name, tree, scratch)


def _take(tree: Path) -> None:
    """Raises: RuntimeError if another engine was imported before: a kernel can have only one."""
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] not in ("minisgl", "tiny_engine") or file is None:
            continue
        if not Path(file).resolve().is_relative_to(tree.resolve()):
            raise RuntimeError(
                f"this kernel has imported {name} from {file} already: restart it, and run this "
                "cell first"
            )
