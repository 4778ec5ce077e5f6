"""Every tests.py here is a pytest file too: its ``solution`` is the reference beside it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Iterator[None]:
    """Before a tests.py is imported, put the right solution where it will look for it."""
    if isinstance(collector, pytest.Module) and collector.path.name == "tests.py":
        path = collector.path.with_name("solution.py")
        spec = importlib.util.spec_from_file_location("solution", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["solution"] = module
        spec.loader.exec_module(module)
    return (yield)
