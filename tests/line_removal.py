"""Take single statements out of functions and see whether the tests notice.

  python tests/line_removal.py            every target
  python tests/line_removal.py radix

For every statement of the named functions there is one mutant without it; for every ``if`` two
more, whose condition is always true or never. A mutant runs in a forked process, in which the
function's code is exchanged and the named tests are run until one fails. What survives must be in
``EQUIVALENT`` with the reason why no test can tell it from the original.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools"), str(HERE)]
TIME_LIMIT = 60  # seconds; a mutant that loops for ever is found, too


@dataclass(frozen=True)
class Target:
    """Functions of one module, and the tests that must notice."""

    module: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


TARGETS = {
    "radix": Target(
        "minisgl.kvcache.radix_cache",
        (
            "RadixTreeNode.set_parent",
            "RadixTreeNode.is_evictable",
            "RadixTreeNode.locks_below",
            "RadixTreeNode.split_at",
            "RadixTreeNode.__lt__",
            "RadixCacheHandle.path",
            "RadixCacheHandle.get_matched_indices",
            "RadixPrefixCache.reset",
            "RadixPrefixCache.insert_prefix",
            "RadixPrefixCache._tree_walk",
            "RadixPrefixCache._next_uid",
            "RadixPrefixCache.lock_handle",
            "RadixPrefixCache.evict",
            "RadixPrefixCache._remove_leaf",
            "RadixPrefixCache._all_nodes",
            "RadixPrefixCache.check_integrity",
        ),
        ("test_ch09_tree.py",),
    ),
    "pages": Target(
        "minisgl.scheduler.cache",
        (
            "CacheManager.__init__",
            "CacheManager.available_size",
            "CacheManager.match_req",
            "CacheManager.lock",
            "CacheManager.unlock",
            "CacheManager.attach_prefix",
            "CacheManager.missing_size",
            "CacheManager.allocate_paged",
            "CacheManager.cache_req",
            "CacheManager.check_integrity",
            "CacheManager._take_pages",
            "CacheManager._free",
            "CacheManager._slots",
            "CacheManager._write_row",
        ),
        ("test_ch08_pages.py", "test_ch08_cache_manager.py", "test_ch08_admission.py"),
    ),
    "admission": Target(
        "minisgl.scheduler.prefill",
        ("PrefillAdder.try_add_one", "PrefillManager.schedule_next_batch"),
        ("test_ch07_managers.py", "test_ch08_admission.py"),
    ),
    "rows": Target(
        "minisgl.scheduler.table",
        ("TableManager.__init__", "TableManager.allocate", "TableManager.free"),
        ("test_ch04_kv_pool.py",),
    ),
    "ends": Target(
        "minisgl.scheduler.scheduler",
        ("Scheduler._finish", "Scheduler._abort", "Scheduler._drop_in_flight"),
        ("test_ch07_abort.py", "test_ch07_failures.py", "test_ch08_lives.py"),
    ),
}

EQUIVALENT: dict[str, str] = {
    "RadixPrefixCache.lock_handle: without `assert isinstance(handle, RadixCacheHandle)`": (
        "it tells the type checker; another cache's handle fails on the next line as well"
    ),
}


def mutants(source: str, function: str) -> Iterator[tuple[str, str]]:
    """(description, source) of every mutant of one function of a module."""
    statements = list(_statements(_find(ast.parse(source), function)))
    for index, original in enumerate(statements):
        kinds = ["without"]
        if isinstance(original, ast.If | ast.While):
            kinds += ["always"] if isinstance(original, ast.If) else []
            kinds += ["never"]
        for kind in kinds:
            module = ast.parse(source)
            node = list(_statements(_find(module, function)))[index]
            if kind == "without":
                _replace(module, node, ast.Pass())
            elif isinstance(node, ast.If | ast.While):
                node.test = ast.Constant(kind == "always")
            first_line = ast.unparse(original).splitlines()[0]
            yield (
                f"{function}: {kind} `{first_line}`",
                ast.unparse(ast.fix_missing_locations(module)),
            )


def _find(module: ast.Module, name: str) -> ast.FunctionDef:
    body: list[ast.stmt] = module.body
    *owner, last = name.split(".")
    for part in owner:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == part).body
    return next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == last)


def _statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Every statement inside a function, but for docstrings and what is nothing to begin with."""
    for node in ast.walk(function):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not (is_text or node is function):
            yield node


def _replace(module: ast.Module, old: ast.stmt, new: ast.stmt) -> None:
    for parent in ast.walk(module):
        for name in ("body", "orelse"):
            statements = getattr(parent, name, None)
            if isinstance(statements, list) and old in statements:
                statements[statements.index(old)] = ast.copy_location(new, old)


def _code_of(namespace: dict[str, Any] | ModuleType, name: str) -> FunctionType:
    get = namespace.get if isinstance(namespace, dict) else lambda part: getattr(namespace, part)
    owner, _, last = name.rpartition(".")
    found = inspect.getattr_static(get(owner), last) if owner else get(last)
    function = found.fget if isinstance(found, property) else found
    assert isinstance(function, FunctionType), name
    return function


def _run_mutant(target: Target, module: ModuleType, function: str, source: str) -> int:
    """0 only if all tests pass."""
    signal.alarm(TIME_LIMIT)
    try:
        namespace: dict[str, Any] = {"__name__": module.__name__, "__package__": module.__package__}
        exec(compile(source, "mutant", "exec"), namespace)
        code: CodeType = _code_of(namespace, function).__code__
        _code_of(module, function).__code__ = code
        return _run_tests(target, "-x")
    except BaseException:
        return 1


def _run_tests(target: Target, option: str) -> int:
    """pytest's exit status; what it prints is nobody's business."""
    import pytest

    files = [str(HERE / name) for name in target.tests]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        return int(pytest.main([option, "-q", "-p", "no:cacheprovider", *files]))


def run(target: Target) -> tuple[int, list[str]]:
    """How many mutants there are, and the descriptions of those that survive."""
    module = importlib.import_module(target.module)
    _run_tests(target, "--collect-only")  # imports everything once, for all forked processes
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    running: dict[int, str] = {}
    count, surviving = 0, []

    def wait_for_one() -> None:
        child, status = os.wait()
        description = running.pop(child)
        if status == 0:
            surviving.append(description)

    for function in target.functions:
        for description, mutant in mutants(source, function):
            count += 1
            if len(running) == (os.cpu_count() or 1):
                wait_for_one()
            child = os.fork()
            if child == 0:
                os._exit(_run_mutant(target, module, function, mutant))
            running[child] = description
    while running:
        wait_for_one()
    return count, sorted(surviving)


def main(names: list[str]) -> int:
    problems = 0
    for name in names or list(TARGETS):
        count, surviving = run(TARGETS[name])
        functions = TARGETS[name].functions
        excused = {d for d in EQUIVALENT if d.partition(":")[0] in functions}
        unknown = [d for d in surviving if d not in EQUIVALENT]
        killed_now = sorted(excused - set(surviving))
        print(f"{name}: {count} mutants, {len(surviving)} survive, {len(unknown)} unexplained")
        for description in unknown:
            print(f"  no test notices: {description}")
        for description in killed_now:
            print(f"  said to be equivalent, but a test notices: {description}")
        problems += len(unknown) + len(killed_now)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
