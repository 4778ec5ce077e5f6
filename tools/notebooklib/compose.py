"""A chapter's notebook, from its page and its programs. The same material gives the same bytes."""

from __future__ import annotations

import hashlib
import posixpath
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sitelib.chinese import join_lines
from sitelib.expand import expand
from sitelib.material import ChapterPage, Material
from sitelib.pages import Page, first_heading, front_matter
from sitelib.words import WORDS as SITE_WORDS
from steplib.tree import read_text

from .directives import NOTEBOOKS, TOP, NotebookDirectives
from .parts import Part, cut
from .programs import main_cells
from .words import COMMENTS, WORDS

MAIN = Part("main")
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SET_UP = """import sys
from pathlib import Path

folders = (Path.cwd(), *Path.cwd().parents)
course = next(folder for folder in folders if (folder / "tools" / "notebook_start.py").is_file())
sys.path.insert(0, str(course / "tools"))
from notebook_start import start_chapter

# {engine}
__file__ = start_chapter({number}, mine=False)

# {arguments_of}
sys.argv = [__file__, {arguments}]"""


@dataclass(frozen=True)
class Cell:
    """A cell; ``program`` says of which program its code is a part: "main" or a demo's name."""

    text: str
    program: str | None = None


def notebook_file(chapter: ChapterPage, language: str) -> Path:
    return chapter.chapter.folder / NOTEBOOKS[language]


def compose(material: Material, pages: list[Page], page: Page, language: str) -> str:
    """The notebook of a chapter's page, as the text of its file.

    Raises:
        SiteError, CourseError: if the page or main.py has something that a notebook cannot have.
    """
    assert page.chapter is not None
    parts = cut(
        _page_text(material, pages, page, language),
        f"python chapters/{page.chapter.chapter.name}/main.py",
        lambda target: _address(material.root, page.texts[language], target),
    )
    about = _about(page.chapter, page.title[language], language)
    if parts and parts[0].kind == "text":  # the paragraph below the title
        about += "\n\n" + parts.pop(0).text.strip()
    cells = [Cell(about.strip()), Cell(_set_up(page.chapter, language), "set up")]
    cells += _cells(material, page.chapter, parts, language)
    notebook = new_notebook(cells=_with_ids(cells), metadata=METADATA)
    return nbformat.writes(notebook) + "\n"


def _page_text(material: Material, pages: list[Page], page: Page, language: str) -> str:
    """The page as plain Markdown, without its title."""
    place = page.texts[language]
    _, written = front_matter(read_text(material.root / place))
    directives = NotebookDirectives(material, pages, page, language)
    text = expand(written, place, directives.names()).lstrip()
    if first_heading(text) is not None:
        text = text.partition("\n")[2].lstrip()
    return join_lines(text) if language == "zh" else text


def _cells(
    material: Material, chapter: ChapterPage, parts: list[Part], language: str
) -> list[Cell]:
    """Text and programs in turn; a demo runs where it is first shown, if it can outside a fold."""
    if not any(part.kind == "main" for part in parts):
        parts = [*parts, Part("heading", f"## {SITE_WORDS[language]['output heading']}\n"), MAIN]
    shown = {part.text for part in parts if part.kind == "demo"}
    cells: list[Cell] = []
    for part in parts:
        if part.kind == "main":
            cells += _main(material, chapter, language)
        elif part.kind == "demo" or (part.kind == "folded" and part.text not in shown):
            demo = read_text(chapter.chapter.folder / "demos" / f"{part.text}.py").strip()
            if Cell(demo, part.text) not in cells:
                cells.append(Cell(demo, part.text))
        elif part.kind == "heading" or (part.kind == "text" and part.text.strip()):
            cells.append(Cell(part.text.strip("\n")))
    return cells


def _main(material: Material, chapter: ChapterPage, language: str) -> list[Cell]:
    folder = f"chapters/{chapter.chapter.name}"
    note = WORDS[language]["main"].format(f"{TOP}{folder}/main.py")
    if "def reset_global_ctx" in material.course.tree(chapter.number).get("minisgl/core.py", ""):
        note += WORDS[language]["again"]
    pieces = main_cells(read_text(chapter.chapter.folder / "main.py"), f"{folder}/main.py")
    return [Cell(note), *(Cell(piece, "main") for piece in pieces)]


def _about(chapter: ChapterPage, title: str, language: str) -> str:
    words = WORDS[language]
    sources = ["index." + language + ".md", "main.py"]
    sources += ["demos"] if (chapter.chapter.folder / "demos").is_dir() else []
    named = [f"`{source}`" for source in sources]
    listed = ("、" if language == "zh" else ", ").join(named[:-1]) + words["and"] + named[-1]
    return f"# {title}\n\n{words['about'].format(sources=listed)}"


def _set_up(chapter: ChapterPage, language: str) -> str:
    """The first code: what a program started from a shell finds, and a cell does not."""
    words = COMMENTS[language]
    return SET_UP.format(
        engine=words["engine"].format(chapter.chapter.name),
        number=chapter.number,
        arguments_of=words["arguments"],
        arguments=", ".join(f'"{word}"' for word in chapter.chapter.main_args),
    )


def _address(root: Path, place: str, target: str) -> str | None:
    """A link of the page as a notebook has it: to a file of the repository, or nowhere."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(place), target.partition("#")[0]))
    return TOP + path if (root / path).exists() else None


def _with_ids(cells: list[Cell]) -> list[nbformat.NotebookNode]:
    """Cells whose names follow from what they hold: a change elsewhere leaves them alone."""
    made: list[nbformat.NotebookNode] = []
    names: set[str] = set()
    for cell in cells:
        content = f"{cell.program}\0{cell.text}"
        name, count = "", 1
        while not name or name in names:
            name = hashlib.sha256(f"{count}\0{content}".encode()).hexdigest()[:12]
            count += 1
        names.add(name)
        if cell.program is None:
            made.append(new_markdown_cell(cell.text, id=name))
        else:
            about = {"tags": [cell.program.replace(" ", "-")]}
            made.append(new_code_cell(cell.text, id=name, metadata=about))
    return made
