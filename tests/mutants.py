"""Wrong versions of a function, each with a single statement taken out or a condition fixed."""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

UNCHANGED = "as it is"


@dataclass(frozen=True)
class Mutant:
    """One wrong version.

    Attributes:
        description: the function, what was done to it, and the first line of the statement.
        code: what the function runs then.
    """

    description: str
    code: CodeType


def live_function(module: ModuleType, name: str) -> FunctionType:
    """The function or the getter of that dotted name, as the program calls it."""
    owner, _, last = name.rpartition(".")
    return _plain(inspect.getattr_static(getattr(module, owner), last))


def mutants(module: ModuleType, name: str) -> Iterator[Mutant]:
    """First the function as it is, which must pass for the others to say anything. Then for each
    statement a version without it; for each ``if`` two more, whose condition always and never
    holds; for each ``while`` one that is never entered."""
    original = _find(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")), name)
    yield Mutant(f"{name}: {UNCHANGED}", _compile(original, module))
    for index, statement in enumerate(_statements(original)):
        kinds = ["without"]
        if isinstance(statement, ast.If | ast.While):
            kinds += ["always", "never"] if isinstance(statement, ast.If) else ["never"]
        for kind in kinds:
            function = copy.deepcopy(original)
            node = _statements(function)[index]
            if kind == "without":
                _replace(function, node, ast.copy_location(ast.Pass(), node))
            elif isinstance(node, ast.If | ast.While):
                node.test = ast.copy_location(ast.Constant(kind == "always"), node.test)
            first_line = ast.unparse(statement).splitlines()[0]
            yield Mutant(f"{name}: {kind} `{first_line}`", _compile(function, module))


def _find(module: ast.Module, name: str) -> ast.FunctionDef:
    body: list[ast.stmt] = module.body
    owner, _, last = name.rpartition(".")
    body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == owner).body
    return next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == last)


def _statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """Every statement inside a function, but for docstrings and what is nothing to begin with."""
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt)
        and node is not function
        and not isinstance(node, ast.Pass)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def _replace(function: ast.FunctionDef, old: ast.stmt, new: ast.stmt) -> None:
    for parent in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(parent, field, None)
            if isinstance(statements, list) and old in statements:
                statements[statements.index(old)] = new


def _compile(function: ast.FunctionDef, module: ModuleType) -> CodeType:
    """Only the one function is compiled anew, in a copy of its module's names."""
    tree = ast.Module(body=[function], type_ignores=[])
    flags = __future__.annotations.compiler_flag
    names: dict[str, Any] = dict(vars(module))
    exec(compile(tree, str(module.__file__), "exec", flags=flags), names)
    return _plain(names[function.name]).__code__


def _plain(found: object) -> FunctionType:
    function = found.fget if isinstance(found, property) else found
    assert isinstance(function, FunctionType), found
    return function
