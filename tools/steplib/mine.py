"""Bringing a reader's own work from one chapter's workspace to the next one's."""

from __future__ import annotations

import ast

from .imports import add_imports
from .manifest import CourseError
from .sources import (
    defined_names,
    find_function,
    lines_of,
    read_source,
    replace,
    statement_span,
    text_lines,
)


def bring_symbol(text: str, mine: str, symbol: str, place: str) -> str:
    """The text with one function as the reader wrote it, decorators and comments included."""
    target, source = find_function(text, symbol, place), find_function(mine, symbol, place)
    if target is None or source is None:
        raise CourseError(f"{place} has no function or method {symbol}")
    target_span = statement_span(text_lines(text), target)
    source_span = statement_span(text_lines(mine), source)
    return replace(text, [(target_span, lines_of(mine, source_span))])


def same_function(one: str, other: str, symbol: str) -> bool:
    """True if two files have one function in the same words."""
    found = []
    for text in (one, other):
        node = find_function(text, symbol, symbol)
        found.append(node and lines_of(text, statement_span(text_lines(text), node)))
    return found[0] == found[1]


def extra_definitions(text: str, mine: str, reference: str, place: str) -> tuple[str, list[str]]:
    """Add what the reader defined beside the tasks: helpers, methods, constants and imports.

    Returns the text and the names that were added.
    """
    names: list[str] = []
    text = add_imports(text, mine, place, place)
    mine_lines = text_lines(mine)
    mine_body = read_source(mine, place).body
    known = {name for node in read_source(text, place).body for name in defined_names(node)}
    known |= {name for node in read_source(reference, place).body for name in defined_names(node)}
    for node in mine_body:
        new = [name for name in defined_names(node) if name not in known]
        if new:
            text += "\n\n" + lines_of(mine, statement_span(mine_lines, node))
            names += new
        elif isinstance(node, ast.ClassDef):
            text, methods = _extra_methods(text, mine, node, place)
            names += methods
    return text, names


def _extra_methods(text: str, mine: str, owner: ast.ClassDef, place: str) -> tuple[str, list[str]]:
    """Add the methods of a class that the reader added to it."""
    classes = [n for n in read_source(text, place).body if isinstance(n, ast.ClassDef)]
    ours = next((node for node in classes if node.name == owner.name), None)
    if ours is None:
        return text, []
    known = {name for node in ours.body for name in defined_names(node)}
    extra = [
        node for node in owner.body if isinstance(node, ast.FunctionDef) and node.name not in known
    ]
    lines, mine_lines = text_lines(text), text_lines(mine)
    assert ours.end_lineno is not None
    for node in reversed(extra):
        method = lines_of(mine, statement_span(mine_lines, node))
        lines.insert(ours.end_lineno, "\n" + method)
    return "".join(lines), [f"{owner.name}.{node.name}" for node in extra]
