"""Asserts that say what was called, what came back and what was expected.

As pytest does, the syntax tree of tests.py is rewritten before it runs: ``assert GOT == EXPECTED,
"rule"`` becomes a call that compares the two itself (compare.py), so that no object of the program
is asked whether it is right, and that knows the source text of both sides. What fails is noted here
as well as raised: a program that catches everything does not get away with it.
"""

from __future__ import annotations

import ast
import copy
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType, FrameType, TracebackType
from typing import Any

from . import machine
from .compare import closeness, difference
from .messages import say
from .values import PLAIN, is_tensor, short, without_addresses

HOOK = "__judge__"
TESTS_FILE = "<tests.py>"  # never a path: no frame of it is shown, none can be opened
MAX_CODE_LINES = 14


@dataclass(eq=False)
class Failure(AssertionError):
    """An assert that does not hold.

    Attributes:
        index: of the assert among all of tests.py.
        call: what was called, as source, with plain values in the place of names.
        got, expected: the two values, in short.
        rule: what should hold.
        detail: where and how they differ, where that is not obvious.
    """

    index: int
    call: str
    got: str
    expected: str
    rule: str
    detail: str = ""


@dataclass
class Check:
    """One assert of tests.py as it is written."""

    lines: tuple[int, int]
    rule: str
    subject: ast.expr | None
    source: str


@dataclass
class Tests:
    """A tests.py that is ready to run.

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


@dataclass
class Recorder:
    """What the asserts of one test found.

    Attributes:
        soft: go on after a failure; used to learn which asserts a wrong program breaks.
        failure: the first failure since it was last forgotten.
        broken: the indices of all asserts that failed.
        steps: the operations of a machine that led to the failure.
    """

    tests: Tests
    lang: str = "en"
    soft: bool = False
    failure: BaseException | None = None
    broken: set[int] = field(default_factory=set)
    steps: list[str] = field(default_factory=list)

    def equal(self, index: int, got: Any, expected: Any) -> None:
        self._compare(index, got, expected, difference(got, expected, self.lang))

    def close(
        self, index: int, got: Any, expected: Any, rtol: float = 1e-5, atol: float = 1e-6
    ) -> None:
        self._compare(index, got, expected, closeness(got, expected, rtol, atol, self.lang))

    def identical(self, index: int, got: Any, expected: Any) -> None:
        self._compare(index, got, expected, None if got is expected else "")

    def true(self, index: int, value: Any) -> None:
        self._compare(index, value, True, difference(value, True, self.lang))

    def raises(self, index: int, kinds: Any, rule: str) -> _Raises:
        return _Raises(self, index, kinds if type(kinds) is tuple else (kinds,))

    def explore(self, kind: type[machine.Machine], *, runs: int, steps: int, seed: int) -> None:
        found = machine.explore(
            kind, runs, steps, seed, self._failed, self._forget, shrinks=not self.soft
        )
        if found is not None:
            error, self.steps = found
            raise error

    def _failed(self) -> BaseException | None:
        return self.failure

    def _forget(self) -> None:
        self.failure = None

    def _compare(self, index: int, got: Any, expected: Any, found: str | None) -> None:
        if found is not None:
            self.fail(index, short(got), short(expected), found, sys._getframe(2))

    def fail(self, index: int, got: str, expected: str, detail: str, frame: FrameType) -> None:
        check = self.tests.checks[index]
        call = _with_values(check, dict(frame.f_locals))
        failure = Failure(index, call, got, expected, check.rule, detail)
        self.broken.add(index)
        self.failure = self.failure or failure
        if not self.soft:
            raise failure


class _Raises:
    """The judge's ``raises``; see testing.py for the meaning."""

    def __init__(self, recorder: Recorder, index: int, kinds: tuple[type, ...]) -> None:
        self._recorder, self._index, self._kinds = recorder, index, kinds

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        lang = self._recorder.lang
        wanted = say("raised", lang, what=" / ".join(kind.__name__ for kind in self._kinds))
        if kind is None:
            got = say("nothing_raised", lang)
            self._recorder.fail(self._index, got, wanted, "", sys._getframe(1))
            return False
        if issubclass(kind, NotImplementedError | RecursionError | MemoryError | Failure):
            return False
        if issubclass(kind, self._kinds):
            return True
        if not issubclass(kind, Exception):
            return False
        got = say("raised", lang, what=f"{kind.__name__}: {short_text(error)}".rstrip(": "))
        self._recorder.fail(self._index, got, wanted, "", sys._getframe(1))
        return self._recorder.soft


def short_text(error: BaseException | None) -> str:
    """An exception's text, in one line, cut; never raises."""
    try:
        text = str(error)
    except BaseException:
        return ""
    line = text.strip().splitlines()[0] if isinstance(text, str) and text.strip() else ""
    line = without_addresses(line)
    return line if len(line) <= 300 else line[:300] + "…"


def prepare(source: str) -> Tests:
    """Rewrite and compile a tests.py.

    Raises:
        ValueError: if an assert has no rule, which is the author's mistake.
    """
    tree = ast.parse(source)
    lines = source.splitlines()
    asserts = [n for n in ast.walk(tree) if isinstance(n, ast.Assert) or _is_raises(n)]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    tests = [node for node in functions if node.name.startswith("test_")]
    rewriter = _Rewriter(lines)
    tree = ast.fix_missing_locations(rewriter.visit(tree))
    return Tests(
        code=compile(tree, TESTS_FILE, "exec", dont_inherit=True),
        names=[node.name for node in tests],
        required=_required(tree),
        checks=rewriter.checks,
        lines=_shown_lines(lines, asserts),
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

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        if not (isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str)):
            raise ValueError(f"tests.py:{node.lineno}: an assert needs a rule, a plain string")
        method, arguments, keywords = _parts(node.test)
        index = self._add(node, node.msg.value, arguments[0])
        call = _hook_call(method, [ast.Constant(index), *arguments], keywords)
        return ast.copy_location(ast.Expr(call), node)

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

    def _add(self, node: ast.stmt, rule: str, subject: ast.expr | None) -> int:
        last = node.end_lineno or node.lineno
        body = node.body if isinstance(node, ast.With) else []
        first = body[0].lineno if body else node.lineno
        source = textwrap.dedent("\n".join(self._lines[first - 1 : last]))
        if isinstance(node, ast.Assert):
            source = ast.unparse(subject) if subject is not None else source
        self.checks.append(Check((node.lineno, last), rule, copy.deepcopy(subject), source))
        return len(self.checks) - 1


def _parts(test: ast.expr) -> tuple[str, list[ast.expr], list[ast.keyword]]:
    """The method that judges an assert's expression, and what it is given."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        method = {ast.Eq: "equal", ast.Is: "identical"}.get(type(test.ops[0]))
        if method is not None:
            return method, [test.left, test.comparators[0]], []
    if isinstance(test, ast.Call) and len(test.args) == 2:
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


def _with_values(check: Check, values: dict[str, Any]) -> str:
    """What was called, with short plain values in the place of the names that hold them."""
    if check.subject is None:
        return check.source
    tree = _Filler(values).visit(copy.deepcopy(check.subject))
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    except Exception:
        return check.source


class _Filler(ast.NodeTransformer):
    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._values.get(node.id, self)
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


def load(
    tests: Tests, recorder: Recorder, importer: Callable[..., Any]
) -> dict[str, Callable[[], None]]:
    """Run tests.py once; its test functions by name. ``importer`` does its imports."""
    builtins = {**vars(sys.modules["builtins"]), "__import__": importer}
    names: dict[str, Any] = {"__name__": "tests", "__builtins__": builtins, HOOK: recorder}
    exec(tests.code, names)
    return {name: names[name] for name in tests.names}
