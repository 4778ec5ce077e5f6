"""The reader's copies of the notebooks: workspace/notebooks/chNN_slug.ipynb and chNN_slug.zh.ipynb.

A copy remembers, in its own metadata, which notebook it was made from. So a copy in which only the
course has changed something can be told from one in which the reader has. Nothing that a reader
wrote is written over.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

FOLDER = "workspace/notebooks"
KEY = "made_from"  # in the metadata of a copy
# Between notebooks links lead to copies; to the rest of the course they are the same from both.
LINK = re.compile(r"\(\.\./\.\./chapters/(ch\d+_\w+)/notebook(\.zh)?\.ipynb\)")

Notebook = dict[str, Any]


def copy_notebooks(root: Path) -> list[str]:
    """Copy what is new; returns what the reader should know, a line each.

    Raises:
        OSError: if a notebook cannot be read or written.
    """
    home = root / FOLDER
    home.mkdir(parents=True, exist_ok=True)
    said, new = [], 0
    for source in sorted((root / "chapters").glob("ch*/notebook*.ipynb")):
        name = source.parent.name + source.name.removeprefix("notebook").removesuffix(".ipynb")
        text = LINK.sub(r"(\1\2.ipynb)", source.read_text(encoding="utf-8"))
        notebook = json.loads(text)
        mark = fingerprint(notebook)
        notebook["metadata"][KEY] = mark
        copy = home / f"{name}.ipynb"
        state = _state(copy, mark)
        if state in ("missing", "untouched"):
            new += 1
            _write(copy, notebook)
        elif state == "changed":
            beside = home / f"{name}.new-{mark}.ipynb"
            if not beside.exists():
                _write(beside, notebook)
            said.append(
                f"{FOLDER}/{copy.name} has changes of yours and stays; the course has a newer one, "
                f"{beside.name} beside it: take over what you want and delete one of the two"
            )
    if new:
        said.insert(0, f"copied {new} notebooks to {FOLDER}")
    return said


def fingerprint(notebook: Notebook) -> str:
    """A hash of what the cells say, without outputs and what Jupyter adds to a file."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:8]


def _state(copy: Path, mark: str) -> str:
    """ "missing"; "current", made from the same; "untouched", made from another; or "changed"."""
    if not copy.exists():
        return "missing"
    try:
        notebook = json.loads(copy.read_text(encoding="utf-8"))
        made_from, now = notebook["metadata"].get(KEY), fingerprint(notebook)
    except (ValueError, KeyError, TypeError, AttributeError):
        return "changed"  # no notebook any more: whatever it is, it is the reader's
    if made_from == mark:
        return "current"
    return "untouched" if made_from == now else "changed"


def _write(file: Path, notebook: Notebook) -> None:
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, file)
