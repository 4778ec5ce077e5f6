"""Taking any one statement of lock, split, evict or page accounting out makes a test fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from line_removal import TARGETS


@pytest.mark.skipif(not hasattr(os, "fork"), reason="runs each mutant in a forked process")
@pytest.mark.parametrize("target", TARGETS)
def test_every_removed_statement_is_noticed(target: str) -> None:
    script = Path(__file__).with_name("line_removal.py")
    done = subprocess.run(
        [sys.executable, str(script), target], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
