"""tests.py as a program that judges, and as text that is shown.

As pytest does, the syntax tree is rewritten before it runs: ``assert GOT == EXPECTED, "rule"``
becomes a call of the recorder's (asserts.py), which knows the source of both sides.
"""

from __future__ import annotations

import ast
import copy
import functools
import textwrap
from dataclasses import dataclass
from types import CodeType
from typing import Any

from .values import PLAIN, is_tensor, short

HOOK = "__judge__"
TESTS_FILE = "<tests.py>"  # never a path: no frame of it is shown, none can be opened
MAX_CODE_LINES = 14


@dataclass(frozen=True)
class Check:
    """One assert of tests.py as it is written."""

    lines: tuple[int, int]
    rule: str
    subject: ast.expr | None
    source: str
    arguments: tuple[str, ...]  # names among the arguments of its calls
    loops: tuple[str, ...]  # variables of the loops around it that its subject does not name


@dataclass(frozen=True)
class Tests:
    """A tests.py that is ready to run; not to be changed, since the next program gets it too.

    Attributes:
        names: its test functions, in order.
        required: what it imports from the program.
        checks: its asserts, by index.
        lines: its text as it is shown: asserts in one line and without their rules, the lines that
            are then left over None.
        bodies: the lines of each test function's body: (first, last).
    """

    code: CodeType
    names: list[str]
    required: list[str]
    checks: list[Check]
    lines: list[str | None]
    bodies: dict[str, tuple[int, int]]


@functools.lru_cache(maxsize=4)
def prepare(source: str) -> Tests:
    """Rewrite and compile a tests.py; kept, since a reader judges one problem many times.

    Raises:
        ValueError: if an assert has no rule, which is the author's mistake.
    """
    tree = ast.parse(source)
    lines = source.splitlines()
    asserts = [n for n in ast.walk(tree) if isinstance(n, ast.Assert) or _is_raises(n)]
    shown = _shown_lines(lines, asserts)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    tests = [node for node in functions if node.name.startswith("test_")]
    rewriter = _Rewriter(lines)
    tree = ast.fix_missing_locations(rewriter.visit(tree))
    return Tests(
        code=compile(tree, TESTS_FILE, "exec", dont_inherit=True),
        names=[node.name for node in tests],
        required=_required(tree),
        checks=rewriter.checks,
        lines=shown,
        bodies={node.name: (node.body[0].lineno, node.body[-1].end_lineno or 0) for node in tests},
    )


def _is_raises(node: ast.AST) -> bool:
    if not isinstance(node, ast.With):
        return False
    call = node.items[0].context_expr
    return isinstance(call, ast.Call) and _name(call.func) == "raises"


def _shown_lines(lines: list[str], nodes: list[ast.AST]) -> list[str | None]:
    shown: list[str | None] = list(lines)
    for node in nodes:
        if isinstance(node, ast.Assert):
            last, text = node.end_lineno or node.lineno, f"assert {ast.unparse(node.test)}"
        else:
            assert isinstance(node, ast.With)
            call = node.items[0].context_expr
            assert isinstance(call, ast.Call)
            last, text = node.body[0].lineno - 1, f"with raises({ast.unparse(call.args[0])}):"
        shown[node.lineno - 1 : last] = [None] * (last - node.lineno + 1)
        shown[node.lineno - 1] = " " * node.col_offset + text
    return shown


def example(source: str, rules: dict[str, str]) -> list[str]:
    """The first example of a tests.py as a page shows it: each assert with its rule behind it."""
    tests = prepare(source)
    name = tests.names[0]
    first, last = tests.bodies[name]
    shown = list(tests.lines)
    for check in tests.checks:
        line = shown[check.lines[0] - 1]
        shown[check.lines[0] - 1] = f"{line}  # {rules.get(check.rule, check.rule)}"
    kept = [line for line in shown[first - 1 : last] if line is not None]
    return textwrap.dedent("\n".join(kept)).splitlines()


def _required(tree: ast.Module) -> list[str]:
    return [
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "solution"
        for alias in node.names
    ]


class _Rewriter(ast.NodeTransformer):
    def __init__(self, lines: list[str]) -> None:
        self.checks: list[Check] = []
        self._lines = lines
        self._loops: list[str] = []
        self._calls: list[tuple[str, str]] = []  # of this function: name assigned or "", source

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self._calls = []
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if isinstance(node.value, ast.Call) and isinstance(target, ast.Name):
            self._calls.append((target.id, ast.unparse(node.value)))
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Call):
            self._calls.append(("", ast.unparse(node.value)))
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        names = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
        self._loops += names
        self.generic_visit(node)
        del self._loops[len(self._loops) - len(names) :]
        return node

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        if not (isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str)):
            raise ValueError(f"tests.py:{node.lineno}: an assert needs a rule, a plain string")
        method, arguments, keywords = _parts(node.test)
        index = self._add(node, node.msg.value, arguments[0])
        call = _hook_call(method, [ast.Constant(index), *arguments], keywords)
        made: list[ast.stmt] = [ast.copy_location(ast.Expr(call), node)]
        if self.checks[index].arguments:
            before = _hook_call("before", [ast.Constant(index)], [])
            made.insert(0, ast.copy_location(ast.Expr(before), node))
        return made

    def visit_With(self, node: ast.With) -> ast.stmt:
        self.generic_visit(node)
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and _name(call.func) == "raises":
                rule = call.args[1] if len(call.args) == 2 else None
                if not (isinstance(rule, ast.Constant) and isinstance(rule.value, str)):
                    raise ValueError(f"tests.py:{node.lineno}: raises needs a rule, a plain string")
                index = self._add(node, rule.value, _only_call(node.body))
                item.context_expr = _hook_call("raises", [ast.Constant(index), *call.args], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if _name(node.func) == "explore":
            return ast.copy_location(_hook_call("explore", node.args, node.keywords), node)
        return node

    def _source(self, subject: ast.expr) -> str:
        """What an assert looks at; for a bare name the call that it came from, or that it is
        looked at after."""
        if not isinstance(subject, ast.Name):
            return ast.unparse(subject)
        for name, call in reversed(self._calls):
            if name == subject.id:
                return call
        last = next((call for name, call in reversed(self._calls) if not name), "")
        return f"{last} -> {subject.id}" if last else subject.id

    def _add(self, node: ast.stmt, rule: str, subject: ast.expr | None) -> int:
        last = node.end_lineno or node.lineno
        body = node.body if isinstance(node, ast.With) else []
        first = body[0].lineno if body else node.lineno
        source = textwrap.dedent("\n".join(self._lines[first - 1 : last]))
        if isinstance(node, ast.Assert):
            source = self._source(subject) if subject is not None else source
        names = {n.id for n in ast.walk(subject) if isinstance(n, ast.Name)} if subject else set()
        loops = tuple(name for name in self._loops if name not in names)
        subject = copy.deepcopy(subject)
        self.checks.append(
            Check((node.lineno, last), rule, subject, source, _arguments(subject), loops)
        )
        return len(self.checks) - 1


def _parts(test: ast.expr) -> tuple[str, list[ast.expr], list[ast.keyword]]:
    """The method that judges an assert's expression, and what it is given."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        method = {ast.Eq: "equal", ast.Is: "identical"}.get(type(test.ops[0]))
        if method is not None:
            return method, [test.left, test.comparators[0]], []
    if isinstance(test, ast.Call) and len(test.args) >= 2:
        method = {"same": "equal", "close": "close"}.get(_name(test.func))
        if method is not None:
            return method, list(test.args), test.keywords
    return "true", [test], []


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _only_call(body: list[ast.stmt]) -> ast.expr | None:
    statement = body[0]
    return statement.value if len(body) == 1 and isinstance(statement, ast.Expr) else None


def _hook_call(method: str, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.Call:
    function = ast.Attribute(ast.Name(HOOK, ast.Load()), method, ast.Load())
    return ast.Call(function, arguments, keywords)


def _arguments(subject: ast.expr | None) -> tuple[str, ...]:
    """The names that stand as arguments in the calls of an expression."""
    calls = [node for node in ast.walk(subject) if isinstance(node, ast.Call)] if subject else []
    inner = [argument for call in calls for argument in [*call.args, *call.keywords]]
    found = [n.id for node in inner for n in ast.walk(node) if isinstance(n, ast.Name)]
    return tuple(dict.fromkeys(found))


def call_text(check: Check, values: dict[str, Any], texts: dict[str, str]) -> str:
    """What was called, with short plain values in the place of the names that hold them.

    Args:
        values: by name, what the names hold now.
        texts: by name, what they held before the call, where that could have changed.
    """
    if check.subject is None or isinstance(check.subject, ast.Name):
        return check.source
    tree = _Filler(values, texts).visit(copy.deepcopy(check.subject))
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    except Exception:
        return check.source


class _Filler(ast.NodeTransformer):
    def __init__(self, values: dict[str, Any], texts: dict[str, str]) -> None:
        self._values, self._texts = values, texts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._values.get(node.id, self)
        if node.id in self._texts and len(self._texts[node.id]) <= 80:
            return ast.Name(self._texts[node.id].replace(", dtype=int64", ""), ast.Load())
        if is_tensor(value) and value.numel() <= 8:
            return ast.Name(short(value).replace(", dtype=int64", ""), ast.Load())
        if _is_plain(value):
            text = short(value)
            if len(text) <= 60 and "…" not in text:
                return ast.Name(text, ast.Load())
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):  # x.tolist(): the name says more than the value
            return ast.Name(node.attr, ast.Load()) if node.value.id == "self" else node
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.func = self.visit(node.func) if not isinstance(node.func, ast.Name) else node.func
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node


def _is_plain(value: Any, depth: int = 0) -> bool:
    if type(value) in (list, tuple, set, frozenset) and depth < 4:
        return len(value) <= 24 and all(_is_plain(item, depth + 1) for item in value)
    if type(value) is dict and depth < 4:
        return len(value) <= 12 and all(_is_plain(item, depth + 1) for item in value.values())
    return type(value) in PLAIN


def code_before(tests: Tests, name: str, line: int) -> list[str]:
    """The lines of a test up to a line, as a reader can paste them; the middle cut if long."""
    first, last = tests.bodies[name]
    if not first <= line <= last:
        return []
    end = next(
        (check.lines[1] for check in tests.checks if check.lines[0] <= line <= check.lines[1]), line
    )
    kept = [text for text in tests.lines[first - 1 : end] if text is not None]
    lines = textwrap.dedent("\n".join(kept)).splitlines()
    if len(lines) > MAX_CODE_LINES:
        lines = ["# …", *lines[-MAX_CODE_LINES:]]
    return lines
