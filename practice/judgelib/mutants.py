"""Mechanical mutants of a reference solution: each is wrong in one small place, or equivalent.

A small operator set on the syntax tree: comparisons and their borders, arithmetic, constants,
``and`` and ``or``, ``not``, deleted statements, dropped ``.clone()`` and the like.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
DROPPED_METHODS = ("clone", "copy", "to", "float", "long", "int")
DROPPED_CALLS = ("sorted", "reversed", "list", "tuple", "set", "abs")
SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES = ("annotation", "returns", "decorator_list", "type_params", "bases")
DELETED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Delete, ast.If)

Edit = Callable[[ast.AST], ast.AST | None]


@dataclass(frozen=True)
class Mutant:
    """A wrong version of a program.

    Attributes:
        name: where it differs and how, as ``[equivalent]`` of problem.toml names it.
    """

    name: str
    source: str


def mutants(source: str, strings_of: str = "") -> list[Mutant]:
    """Every mutant of a program, in the order of its text.

    Args:
        strings_of: a function whose string constants are changed too.
    """
    tree = ast.parse(source)
    found: dict[str, Mutant] = {}
    for path, owner in _places(tree, (), ""):
        node = _at(tree, path)
        for replacement in _replacements(node, owner == strings_of):
            changed = copy.deepcopy(tree)
            _put(changed, path, replacement)
            text = ast.unparse(ast.fix_missing_locations(changed))
            old, new = _line(node), _line(replacement)
            name = f"{owner}: `{old}` becomes `{new}`" if new != "pass" else f"{owner}: no `{old}`"
            key, count = name, 1
            while key in found:
                count += 1
                key = f"{name} ({count})"
            found[key] = Mutant(key, text)
    return list(found.values())


Path = tuple[tuple[str, int], ...]


def _places(node: ast.AST, path: Path, owner: str) -> Iterator[tuple[Path, str]]:
    """Paths to every node worth changing, with the name of the function around it."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        owner = f"{owner}.{node.name}".lstrip(".")
    if path:
        yield path, owner or "module"
    for name, value in ast.iter_fields(node):
        if name in TYPES or isinstance(node, ast.Raise):  # an error's text does not matter
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST) and not _is_docstring(child, name, index):
                yield from _places(child, (*path, (name, index)), owner)


def _is_docstring(node: ast.AST, field: str, index: int) -> bool:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text and field == "body" and index == 0


def _at(tree: ast.AST, path: Path) -> ast.AST:
    node = tree
    for name, index in path:
        value = getattr(node, name)
        node = value[index] if isinstance(value, list) else value
    return node


def _put(tree: ast.AST, path: Path, replacement: ast.AST) -> None:
    parent = _at(tree, path[:-1])
    name, index = path[-1]
    value = getattr(parent, name)
    if isinstance(value, list):
        value[index] = replacement
    else:
        setattr(parent, name, replacement)


def _replacements(node: ast.AST, strings: bool) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind in COMPARISONS.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [kind()], node.comparators)
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
        yield node.left
        yield node.right
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    if isinstance(node, ast.Constant):
        yield from _constants(node.value, strings)
    if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield ast.Return(ast.Constant(None))
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", "")
        if isinstance(node.func, ast.Attribute) and node.func.attr in DROPPED_METHODS:
            yield node.func.value
        if name in SWAPPED_CALLS:
            yield ast.Call(ast.Name(SWAPPED_CALLS[name]), node.args, node.keywords)
        if name in DROPPED_CALLS and len(node.args) == 1:
            yield node.args[0]
    if isinstance(node, ast.Slice):
        for bound in ("lower", "upper"):
            if getattr(node, bound) is not None:
                open_ended = copy.copy(node)
                setattr(open_ended, bound, None)
                yield open_ended
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    if isinstance(node, DELETED) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ):
        yield ast.Pass()


def _constants(value: object, strings: bool) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value * 2 + 1)
    elif isinstance(value, str) and strings:
        yield ast.Constant(value + "?")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).splitlines()[0]
