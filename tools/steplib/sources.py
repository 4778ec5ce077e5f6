"""Python source as lines with names: find a symbol's lines, cut them, put others in their place.

Everything works on the text itself, with positions from ``ast``, so that comments, docstrings and
the author's formatting survive.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable
from dataclasses import dataclass

from .manifest import CourseError

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Span:
    """Lines [start, end) of a file, counted from 0."""

    start: int
    end: int


def text_lines(text: str) -> list[str]:
    """Lines with their ends, as ``ast`` counts them: ``str.splitlines`` would end one at U+2028."""
    return io.StringIO(text).readlines()


def read_source(text: str, place: str) -> ast.Module:
    """Raises: CourseError naming file, line and column for source that cannot be parsed."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        where = place if error.lineno is None else f"{place}:{error.lineno}:{error.offset}"
        raise CourseError(f"{where}: {error.msg}: mend the file and run this again") from None
    except ValueError as error:  # a NUL byte
        raise CourseError(f"{place}: {error}: the file is no Python source") from None


def defined_names(node: ast.stmt) -> list[str]:
    """The names that a statement defines: a function, a class, or what is assigned to."""
    if isinstance(node, Definition):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def statement_span(lines: list[str], node: ast.stmt) -> Span:
    """A statement's lines, its decorators and the comment lines right above it included."""
    start = node.lineno
    if isinstance(node, Definition):
        start = min([start, *(decorator.lineno for decorator in node.decorator_list)])
    start -= 1
    while start > 0 and lines[start - 1].startswith(" " * node.col_offset + "#"):
        start -= 1
    assert node.end_lineno is not None
    return Span(start, node.end_lineno)


def top_level(text: str, place: str) -> dict[str, Span]:
    """Where each module-level symbol is."""
    lines = text_lines(text)
    spans: dict[str, Span] = {}
    for node in read_source(text, place).body:
        for name in defined_names(node):
            spans[name] = statement_span(lines, node)
    return spans


def find_function(text: str, symbol: str, place: str) -> ast.FunctionDef | None:
    """The function ``name`` or the method ``Class.name``; None if it is not there.

    Of several the last one counts, as for Python.
    """
    found = find_functions(text, symbol, place)
    return found[-1] if found else None


def find_functions(text: str, symbol: str, place: str) -> list[ast.FunctionDef]:
    """Every definition of a function or method: a property may have a setter of the same name."""
    *owner, name = symbol.split(".")
    body: list[ast.stmt] = read_source(text, place).body
    for part in owner:
        classes = [n for n in body if isinstance(n, ast.ClassDef) and n.name == part]
        if not classes:
            return []
        body = classes[0].body
    return [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]


def body_span(node: ast.FunctionDef, lines: list[str]) -> Span:
    """The lines of a function's body after its docstring, comments included.

    Raises:
        CourseError: if there is no such line, or one of them holds something else too.
    """
    assert node.end_lineno is not None
    documented = ast.get_docstring(node, clean=False) is not None
    first = node.body[documented] if len(node.body) > documented else None
    if first is None or lines[first.lineno - 1][: first.col_offset].strip():
        raise CourseError(f"line {node.lineno}: {node.name} has no body on lines of its own")
    if documented:
        end = node.body[0].end_lineno
        assert end is not None
        return Span(end, node.end_lineno)
    start = first.lineno - 1
    while not lines[start - 1].strip() or lines[start - 1].lstrip().startswith("#"):
        start -= 1  # comments before the first statement belong to the body
    return Span(start, node.end_lineno)


def cut(lines: list[str], spans: Iterable[Span]) -> list[str]:
    """Take statements out, each with the blank lines before it unless they part what follows."""
    kept = list(lines)
    for span in sorted(spans, key=lambda span: span.start, reverse=True):
        start, end = span.start, span.end
        if end >= len(kept) or not kept[end].strip():
            while start > 0 and not kept[start - 1].strip():
                start -= 1
        del kept[start:end]
    while kept and not kept[0].strip():
        del kept[0]
    return kept


def replace(text: str, changes: Iterable[tuple[Span, str]]) -> str:
    """The text with the lines of each span replaced."""
    lines = text_lines(text)
    for span, new in sorted(changes, key=lambda change: change[0].start, reverse=True):
        lines[span.start : span.end] = [new]
    return "".join(lines)


def lines_of(text: str, span: Span) -> str:
    return "".join(text_lines(text)[span.start : span.end])
