"""Run a tree's main.py with nothing of minisgl but that tree: python run_main.py TREE [ARG…].

The repository may be installed in the environment, so a file that the tree lacks could come from
there without anybody noticing. Every module of minisgl is therefore looked at when main is done.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main() -> None:
    tree = Path(sys.argv[1]).resolve()
    sys.path[0] = str(tree)
    sys.argv = [str(tree / "main.py"), *sys.argv[2:]]
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    finally:  # main may end with sys.exit
        check_modules(tree)


def check_modules(tree: Path) -> None:
    """Raises: SystemExit if a loaded module of minisgl is not the tree's."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] != "minisgl" or not getattr(module, "__file__", None):
            continue
        file = Path(str(module.__file__)).resolve()
        if not file.is_relative_to(tree):
            raise SystemExit(f"{name} came from {file}, which is not of this tree")


if __name__ == "__main__":
    main()
