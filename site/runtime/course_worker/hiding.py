"""What a program does not find in the browser, because it does not on the command line either."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from kernel.guard import BROWSER


def installed_in() -> list[str]:
    """What of sys.path holds packages beyond the standard library: a folder, and wheels in it."""
    return [path for path in sys.path if "site-packages" in path]


@contextmanager
def only_what_a_program_may_import(needs: Sequence[str]) -> Iterator[None]:
    """Within this only the standard library, and torch where the problem needs it, is importable.

    Pyodide's own modules lead to the page's network and storage. Once they are no longer among
    those that are loaded, an import of them raises the event that kernel/guard.py refuses.
    """
    folders, path, finders = installed_in(), list(sys.path), list(sys.meta_path)
    hidden = {
        name: module
        for name, module in sys.modules.items()
        if _is_hidden(name, module, folders, needs)
    }
    for name in hidden:
        del sys.modules[name]
    sys.path[:] = [folder for folder in path if folder not in folders]
    sys.meta_path[:] = [finder for finder in finders if not _is_the_browsers(finder)]
    try:
        yield
    finally:
        sys.path[:], sys.meta_path[:] = path, finders
        sys.modules.update(hidden)


def _is_hidden(
    name: str, module: ModuleType | None, folders: Sequence[str], needs: Sequence[str]
) -> bool:
    package = name.partition(".")[0]
    if package in BROWSER:
        return True
    if package == "kernel" or (package == "torch" and "torch" in needs):
        return False  # the judge hides its own modules, and looks for them here
    file = getattr(module, "__file__", None) or ""
    return file.startswith(tuple(folders))


def _is_the_browsers(finder: object) -> bool:
    kind = finder if isinstance(finder, type) else type(finder)
    return kind.__module__.partition(".")[0] in BROWSER
