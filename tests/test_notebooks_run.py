"""Every notebook runs from top to bottom, and its programs print what the page shows."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import nbformat
import pytest
from conftest import REPOSITORY
from nbclient import NotebookClient
from traitlets.config import Config

FILES = sorted((REPOSITORY / "chapters").glob("ch*/notebook.ipynb"))
NAMES = [file.parent.name for file in FILES]


def captured(chapter: Path, program: str) -> str:
    """What a program of a chapter prints; nothing for one that others only import."""
    file = chapter / ("output.txt" if program == "main" else f"demos/{program}.txt")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_a_notebook_prints_what_the_page_shows(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")  # the kernel of this Python
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=None,
        resources={"metadata": {"path": str(file.parent)}},
        config=Config({"KernelManager": {"transport_encryption": "auto"}}),
    )
    client.execute()
    printed: dict[str, str] = defaultdict(str)
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        program = cell.metadata.tags[0]
        printed[program] += ""
        for output in cell.outputs:
            assert (output.output_type, output.get("name")) == ("stream", "stdout"), output
            printed[program] += output.text
    assert printed.pop("set-up") == ""
    assert "main" in printed
    assert printed == {program: captured(file.parent, program) for program in printed}


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_notebooks_of_two_languages_run_the_same_cells(file: Path) -> None:
    other = file.with_name("notebook.zh.ipynb")
    if not other.is_file():
        return  # tests/test_notebooks.py knows whether it should be there
    assert programs(other) == programs(file)


def programs(file: Path) -> list[str]:
    """The code of each cell, but for the comments of the first, which are in the language."""
    cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
    first, *rest = [cell.source for cell in cells]
    lines = [line for line in first.splitlines() if not line.startswith("#")]
    return ["\n".join(lines), *rest]
