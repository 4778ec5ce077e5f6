"""Code by symbol: the lines of functions, classes, methods and constants in a chapter's tree."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass

from steplib.manifest import CourseError as ManifestError
from steplib.sources import Span, defined_names, lines_of, read_source, statement_span, text_lines
from steplib.tree import read_text

from sitelib import SiteError
from sitelib.material import ChapterPage, Material


@dataclass(frozen=True)
class Listing:
    """Lines to show.

    Attributes:
        text: the code, ending in a newline.
        line: where it begins in its file, counted from 1.
    """

    text: str
    line: int


def own_files(chapter: ChapterPage) -> list[str]:
    """The programs of a chapter's own folder that its page may show."""
    folder = chapter.chapter.folder
    demos = sorted(file.relative_to(folder).as_posix() for file in folder.glob("demos/*.py"))
    return ["main.py", *chapter.chapter.local, *demos]


def file_text(material: Material, chapter: ChapterPage | None, path: str) -> str:
    """A file as the chapter has it: of its tree or of its own files.

    Raises:
        SiteError: if the chapter's tree has no such file yet.
    """
    try:
        if chapter is None:
            files = material.course.final
        else:
            folder = chapter.chapter.folder
            files = material.course.tree(chapter.number)
            files = files | {name: read_text(folder / name) for name in own_files(chapter)}
    except ManifestError as error:
        raise SiteError(str(error)) from error
    if path not in files:
        where = "minisgl" if chapter is None else f"the tree of chapter {chapter.number}"
        raise SiteError(f"{where} has no {path}: see python tools/steps.py tree")
    return files[path]


def listing(text: str, path: str, symbols: tuple[str, ...]) -> Listing:
    """The symbols of a file in the order given, or the whole file if none is.

    Raises:
        SiteError: for a symbol that the file does not have.
    """
    if not symbols:
        return Listing(text, 1)
    spans = {symbol: find_spans(text, path, symbol) for symbol in symbols}
    pieces = []
    for symbol in symbols:
        for span in spans[symbol]:
            pieces.append(textwrap.dedent(lines_of(text, span)))
    gap = "\n\n" if any("." not in symbol for symbol in symbols) else "\n"
    return Listing(gap.join(pieces), min(spans[symbols[0]], key=lambda s: s.start).start + 1)


def find_spans(text: str, path: str, symbol: str) -> list[Span]:
    """Where ``name`` or ``Class.name`` is defined; a property and its setter are two places.

    Raises:
        SiteError: if it is nowhere.
    """
    lines = text_lines(text)
    body: list[ast.stmt] = read_source(text, path).body
    *owners, name = symbol.split(".")
    for owner in owners:
        inner = [node for node in body if isinstance(node, ast.ClassDef) and node.name == owner]
        body = [node for one in inner for node in one.body]
    found = [statement_span(lines, node) for node in body if name in defined_names(node)]
    if not found:
        raise SiteError(f"{path} has no {symbol} in this chapter: {_near(body, owners)}")
    return found


def _near(body: list[ast.stmt], owners: list[str]) -> str:
    names = [".".join([*owners, name]) for node in body for name in defined_names(node)]
    return f"it has {', '.join(names)}" if names else "and nothing of that name either"
