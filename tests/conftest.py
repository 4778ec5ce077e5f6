"""Which minisgl the tests test, and fixtures that every chapter may use.

``MINISGL_TREE`` names the folder that holds the package: a chapter's tree or a reader's workspace.
Without it that is the repository.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
TREE = Path(os.environ.get("MINISGL_TREE", REPOSITORY)).resolve()
for folder in (REPOSITORY / "tools", REPOSITORY / "practice", REPOSITORY / "tests", TREE):
    sys.path.insert(0, str(folder))


def pytest_configure(config: pytest.Config) -> None:
    """Testing another minisgl than the one that was asked for would prove nothing."""
    if not (TREE / "minisgl").is_dir():
        return  # chapter 0 has no package yet
    import minisgl

    found = Path(minisgl.__file__).resolve().parent.parent
    if found != TREE:
        raise pytest.UsageError(f"minisgl was imported from {found}, but {TREE} is to be tested")


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
