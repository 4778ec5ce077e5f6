"""Which minisgl the tests test, and fixtures that every chapter may use.

``MINISGL_TREE`` names the folder that holds the package: a chapter's tree or a reader's workspace.
Without it that is the repository.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
TREE = Path(os.environ.get("MINISGL_TREE", REPOSITORY)).resolve()
for folder in (
    REPOSITORY / "animations",
    REPOSITORY / "tools",
    REPOSITORY / "practice",
    REPOSITORY / "tests",
    TREE,
):
    sys.path.insert(0, str(folder))
# These ask for more of the plain radix tree than chapter 10's keeps: where its nodes end, and what
# lies in its fields. test_chapters.py runs them on chapter 9's tree.
PLAIN_TREE_ONLY = [f"test_ch09_{name}.py" for name in ("demos", "evict", "split", "tree")]

# A suite that a shell starts in the background has Ctrl-C ignored, and so would all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what another process tests."""
    return True if TREE == REPOSITORY and collection_path.name in PLAIN_TREE_ONLY else None


def pytest_configure(config: pytest.Config) -> None:
    """Testing another minisgl than the one that was asked for would prove nothing."""
    if not (TREE / "minisgl").is_dir():
        return  # chapter 0 has no package yet
    import minisgl

    found = Path(minisgl.__file__).resolve().parent.parent
    if found != TREE:
        raise pytest.UsageError(f"minisgl was imported from {found}, but {TREE} is to be tested")
    for name in PLAIN_TREE_ONLY:  # a file that is named is never left out
        if TREE == REPOSITORY and any(name in argument for argument in config.args):
            command = "python tools/steps.py check 9 --tests"
            raise pytest.UsageError(f"{name} tests chapter 9's tree: {command}")


@pytest.fixture(autouse=True)
def _no_state_left_over() -> Iterator[None]:
    """A test that fails with an engine alive must not make the next ones fail."""
    yield
    core = sys.modules.get("minisgl.core")
    if core is not None and hasattr(core, "reset_global_ctx"):
        core.reset_global_ctx()
    distributed = sys.modules.get("minisgl.distributed")
    if distributed is not None:
        distributed.set_tp_info(None)
