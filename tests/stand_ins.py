"""The browser's transformers beside the real one: ``transformers_of_the_browser``, another name.

It uses relative imports only, and no torch, so both can be in one process.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from lite_process import STAND_INS


def load(package: str) -> ModuleType:
    """A package of the stand-ins, under a name that leaves the real one alone."""
    name = f"{package}_of_the_browser"
    if name not in sys.modules:
        home = STAND_INS / package
        spec = importlib.util.spec_from_file_location(
            name, home / "__init__.py", submodule_search_locations=[str(home)]
        )
        assert spec is not None and spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
