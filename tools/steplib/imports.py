"""Imports of a tree: whatever names what is not there, or is not used any more, goes."""

from __future__ import annotations

import ast
import itertools
import re
import sys
from pathlib import PurePosixPath

from .sources import Span, cut, defined_names, read_source, replace, statement_span, text_lines

MAX_LINE = 100
PACKAGE = "minisgl"
Import = ast.Import | ast.ImportFrom


def trim_imports(files: dict[str, str], full: dict[str, str]) -> dict[str, str]:
    """Trim the imports and ``__all__`` of every file, until nothing more can go.

    Args:
        files: the files of a tree, cut by symbols.
        full: the finished files, which tell what is imported without a use there as well.
    """
    files = dict(files)
    unused = {path: unused_imports(text, path) for path, text in full.items()}
    while True:
        exports = {path: _exports(text, path) for path, text in files.items()}
        trimmed = {
            path: _trim_file(path, text, exports, unused.get(path, set()))
            for path, text in files.items()
        }
        if trimmed == files:
            return files
        files = trimmed


def add_imports(text: str, source: str, path: str, place: str) -> str:
    """Add what ``source`` imports and ``text`` does not, each import where the sorter wants it."""
    for node in _imports(read_source(source, place)):
        module = read_source(text, path)
        bound = {name for one in _imports(module) for name in _bound(one)}
        new = [a for a, name in zip(node.names, _bound(node), strict=True) if name not in bound]
        if not new:
            continue
        lines = text_lines(text)
        ours = [one for one in module.body if isinstance(one, Import)]
        smaller = [one for one in ours if _sort_key(one) < _sort_key(node)]
        section = [one for one in ours if _sort_key(one)[0] == _sort_key(node)[0]]
        statement = _import_text(node, new)
        if not section:  # a group of its own, after what sorts before it
            at = smaller[-1].end_lineno if smaller else 0
            statement = f"\n{statement}" if smaller else f"{statement}\n"
        else:
            before = [one for one in section if one in smaller]
            at = before[-1].end_lineno if before else section[0].lineno - 1
        assert at is not None
        lines.insert(at, statement.replace(" " * node.col_offset, "", 1))
        text = "".join(lines)
    return text


def _sort_key(node: Import) -> tuple[int, bool, str]:
    """The order of imports: by section, then plain before ``from``, then by module."""
    name = node.names[0].name if isinstance(node, ast.Import) else node.module or ""
    top = name.partition(".")[0]
    if isinstance(node, ast.ImportFrom) and node.level > 0:
        section = 4
    elif top == PACKAGE:
        section = 3
    else:
        section = 0 if top == "__future__" else 1 if top in sys.stdlib_module_names else 2
    return section, isinstance(node, ast.ImportFrom), name


def unused_imports(text: str, path: str) -> set[str]:
    """Names that a file imports and never uses."""
    module = read_source(text, path)
    used = _used_names(module)
    return {name for node in _imports(module) for name in _bound(node) if name not in used}


def _imports(module: ast.Module) -> list[Import]:
    """Import statements of the module, those under ``if TYPE_CHECKING`` included."""
    found: list[Import] = []
    for node in module.body:
        for inner in node.body if isinstance(node, ast.If) else [node]:
            if isinstance(inner, Import) and _sort_key(inner)[0] != 0:
                found.append(inner)
    return found


def _bound(node: Import) -> list[str]:
    return [alias.asname or alias.name.partition(".")[0] for alias in node.names]


def _used_names(module: ast.Module) -> set[str]:
    """Names that are read anywhere, in annotations that are strings and in ``__all__`` too."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    used: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Constant) and id(node) not in docstrings:
            text = node.value if isinstance(node.value, str) else ""
            if re.fullmatch(r"[\w.\[\], |]+", text):
                used.update(re.findall(r"\w+", text))
    return used


def _exports(text: str, path: str) -> set[str]:
    """Names that other modules can import from this one."""
    module = read_source(text, path)
    names = {name for node in module.body for name in defined_names(node)}
    return names | {name for node in _imports(module) for name in _bound(node)}


def _resolve(path: str, node: ast.ImportFrom) -> str | None:
    """The dotted module that an import names, if it is one of the package."""
    if node.level == 0:
        inside = node.module is not None and node.module.split(".")[0] == PACKAGE
        return node.module if inside else None
    folder = list(PurePosixPath(path).parent.parts)
    base = folder[: len(folder) - node.level + 1]
    return ".".join(base + (node.module.split(".") if node.module else []))


def _module_file(module: str, exports: dict[str, set[str]]) -> str | None:
    stem = module.replace(".", "/")
    return next((f for f in (f"{stem}.py", f"{stem}/__init__.py") if f in exports), None)


def _is_there(path: str, node: Import, name: str, exports: dict[str, set[str]]) -> bool:
    module = _resolve(path, node) if isinstance(node, ast.ImportFrom) else None
    if module is None:
        return True
    file = _module_file(module, exports)
    if file is not None and name in exports[file]:
        return True
    return _module_file(f"{module}.{name}", exports) is not None  # a submodule


def _trim_file(path: str, text: str, exports: dict[str, set[str]], unused: set[str]) -> str:
    """One round of trimming for one file."""
    module = read_source(text, path)
    lines = text_lines(text)
    used = _used_names(module) | unused
    changes: list[tuple[Span, str]] = []
    gone: list[Span] = []
    for node in _imports(module):
        kept = [
            alias
            for alias, name in zip(node.names, _bound(node), strict=True)
            if name in used and _is_there(path, node, alias.name, exports)
        ]
        if not kept:
            gone.append(statement_span(lines, node))
        elif len(kept) < len(node.names):
            changes.append((statement_span(lines, node), _import_text(node, kept)))
    for statement in module.body:
        if isinstance(statement, ast.If):
            spans = [statement_span(lines, inner) for inner in statement.body]
            if all(span in gone for span in spans):
                gone = [span for span in gone if span not in spans]
                gone.append(statement_span(lines, statement))
        elif defined_names(statement) == ["__all__"] and isinstance(statement, ast.Assign):
            items = getattr(statement.value, "elts", [])
            names = [str(ast.literal_eval(item)) for item in items]
            kept_names = [name for name in names if name in exports[path]]
            if kept_names != names:
                changes.append((statement_span(lines, statement), _all_text(kept_names)))
    if changes:  # line numbers move: what is gone is cut in the next round
        return replace(text, changes)
    return _space_after_imports("".join(cut(lines, gone)), path)


def _space_after_imports(text: str, path: str) -> str:
    """One blank line between the imports and an assignment, where a definition was before."""
    for node, following in itertools.pairwise(read_source(text, path).body):
        if isinstance(node, Import | ast.If) and isinstance(following, ast.Assign | ast.AnnAssign):
            lines = text_lines(text)
            start = statement_span(lines, following).start
            assert node.end_lineno is not None
            return "".join([*lines[: node.end_lineno], "\n", *lines[start:]])
    return text


def _import_text(node: Import, aliases: list[ast.alias]) -> str:
    indent = " " * node.col_offset
    names = [a.name if a.asname is None else f"{a.name} as {a.asname}" for a in aliases]
    if isinstance(node, ast.Import):
        return f"{indent}import {', '.join(names)}\n"
    head = f"{indent}from {'.' * node.level}{node.module or ''} import "
    return _one_line_or_many(head, names, "()", f"{head}{', '.join(names)}\n", indent)


def _all_text(names: list[str]) -> str:
    quoted = [f'"{name}"' for name in names]
    one_line = f"__all__ = [{', '.join(quoted)}]\n"
    return _one_line_or_many("__all__ = ", quoted, "[]", one_line, "")


def _one_line_or_many(
    head: str, items: list[str], brackets: str, one_line: str, indent: str
) -> str:
    """As the formatter would write it: on one line if it fits, else one item a line."""
    if len(one_line) <= MAX_LINE + 1:
        return one_line
    inner = "".join(f"{indent}    {item},\n" for item in items)
    return f"{head}{brackets[0]}\n{inner}{indent}{brackets[1]}\n"
