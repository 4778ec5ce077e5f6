"""Take single statements out of functions and see whether the tests notice.

  python tests/line_removal.py            every target
  python tests/line_removal.py radix      one

What only an earlier chapter's tree has is looked at there: ``plain_radix`` in chapter 9's.

For every statement of the named functions there is one mutant without it, and for every ``if`` two
whose condition is always or never true. A mutant takes the place of the function's code in this
process, and the tests of the named modules that call the function run until one fails. What
survives must be among the target's equivalents, with the reason why no test can tell the two apart.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = os.environ.get("MINISGL_TREE", str(HERE.parent))
if __name__ == "__main__":
    sys.path[:0] = [TREE, str(HERE.parent / "tools"), str(HERE)]

from mutants import UNCHANGED, live_function, mutants  # noqa: E402
from scenarios import load_scenarios, passes  # noqa: E402
from steplib.running import built, environment  # noqa: E402
from steplib.tree import Course  # noqa: E402

# Mutants that no test can tell from the original, and why.
EQUIVALENT = {
    "RadixPrefixCache.lock_handle: without `assert isinstance(handle, RadixCacheHandle)`": (
        "it tells the type checker; another cache's handle fails on the next line as well"
    ),
    "RadixPrefixCache._find_fault: without `return None`": (
        "a function that comes to its end returns None as well"
    ),
}
SHORT_CUTS = {
    "RadixTreeNode.split_at: always `if self.cuts:`": "of no cuts there is nothing to share",
    "RadixPrefixCache.insert_prefix: always `if priority > 0:`": "nothing is below 0",
}


@dataclass(frozen=True)
class Target:
    """Functions of one module, and the test modules that must notice.

    Attributes:
        chapter: the one whose tree has them in this form; None for the finished engine.
        equivalent: the mutants that may survive, and why.
    """

    module: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    chapter: int | None = None
    equivalent: dict[str, str] = field(default_factory=dict)


TARGETS = {
    "plain_radix": Target(
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
            "RadixPrefixCache.match_prefix",
            "RadixPrefixCache.insert_prefix",
            "RadixPrefixCache._tree_walk",
            "RadixPrefixCache._next_uid",
            "RadixPrefixCache.lock_handle",
            "RadixPrefixCache.evict",
            "RadixPrefixCache._remove_leaf",
            "RadixPrefixCache._all_nodes",
            "RadixPrefixCache.check_integrity",
            "RadixPrefixCache._find_fault",
        ),
        ("test_ch09_tree", "test_ch09_evict"),
        chapter=9,
        equivalent=EQUIVALENT,
    ),
    "radix": Target(
        "minisgl.kvcache.radix_cache",
        (
            "RadixTreeNode.set_parent",
            "RadixTreeNode.is_evictable",
            "RadixTreeNode.locks_below",
            "RadixTreeNode.use_until",
            "RadixTreeNode.split_at",
            "RadixTreeNode._share_cuts",
            "RadixCacheHandle.path",
            "RadixCacheHandle.get_matched_indices",
            "RadixPrefixCache.reset",
            "RadixPrefixCache.match_prefix",
            "RadixPrefixCache.insert_prefix",
            "RadixPrefixCache._tree_walk",
            "RadixPrefixCache._prioritize",
            "RadixPrefixCache._split",
            "RadixPrefixCache._next_uid",
            "RadixPrefixCache.lock_handle",
            "RadixPrefixCache.evict",
            "RadixPrefixCache._remove_leaf",
            "RadixPrefixCache._all_nodes",
            "RadixPrefixCache.check_integrity",
            "RadixPrefixCache._find_fault",
        ),
        ("test_ch10_cuts", "test_ch10_tree", "test_ch10_integrity", "test_ch10_policies"),
        equivalent=EQUIVALENT | SHORT_CUTS,
    ),
    "eviction": Target(
        "minisgl.kvcache.eviction",
        (
            "Usage.use",
            "Usage.absorb",
            "EvictionOrder.add",
            "EvictionOrder.pop",
            "EvictionOrder._put",
            "EvictionOrder._next",
        ),
        ("test_ch10_order", "test_ch10_policies"),
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
        ("test_ch08_pages", "test_ch08_cache_manager", "test_ch08_admission"),
    ),
    "admission": Target(
        "minisgl.scheduler.prefill",
        ("PrefillAdder.try_add_one", "PrefillManager.schedule_next_batch"),
        ("test_ch07_managers", "test_ch08_admission"),
    ),
    "rows": Target(
        "minisgl.scheduler.table",
        ("TableManager.__init__", "TableManager.allocate", "TableManager.free"),
        ("test_ch04_kv_pool",),
    ),
    "ends": Target(
        "minisgl.scheduler.scheduler",
        ("Scheduler._finish", "Scheduler._abort", "Scheduler._drop_in_flight"),
        ("test_ch09_requests",),
    ),
}


def surviving(target: Target) -> tuple[int, list[str]]:
    """How many mutants there are, and the descriptions of those that no test notices."""
    module = importlib.import_module(target.module)
    scenarios = load_scenarios(target.tests)
    count, unnoticed = 0, []
    for name in target.functions:
        function = live_function(module, name)
        right = function.__code__
        concerned = [scenario for scenario in scenarios if right in scenario.codes]
        for mutant in mutants(module, name):
            function.__code__ = mutant.code
            try:
                survives = all(passes(scenario) for scenario in concerned)
            finally:
                function.__code__ = right
            if mutant.description.endswith(UNCHANGED):
                assert survives, f"{name} fails without any change: nothing is proved"
                continue
            count += 1
            if survives:
                unnoticed.append(mutant.description)
    return count, unnoticed


def on_its_tree(name: str) -> subprocess.CompletedProcess[str]:
    """This program for one target, in a process that has the tree of the target's chapter."""
    course = Course(HERE.parent)
    chapter = next(c for c in course.chapters if c.number == TARGETS[name].chapter)
    with built(course, chapter) as tree:
        return subprocess.run(
            [sys.executable, str(HERE / "line_removal.py"), name],
            env=environment(course, tree),
            capture_output=True,
            encoding="utf-8",
        )


def problems(target: Target, unnoticed: list[str]) -> list[str]:
    """What is wrong with the tests, or with the list of mutants that are equivalent."""
    return [f"no test notices: {d}" for d in unnoticed if d not in target.equivalent] + [
        f"said to be equivalent, but a test notices: {d}"
        for d in target.equivalent
        if d not in unnoticed
    ]


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        print(f"no target {unknown[0]!r}: there are {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    found = 0
    for name in names or list(TARGETS):
        if TARGETS[name].chapter is not None and "MINISGL_TREE" not in os.environ:
            done = on_its_tree(name)
            print(done.stdout + done.stderr, end="")
            found += done.returncode
            continue
        count, unnoticed = surviving(TARGETS[name])
        lines = problems(TARGETS[name], unnoticed)
        print(f"{name}: {count} mutants, {len(unnoticed)} survive, {len(lines)} problems")
        print(*(f"  {line}\n" for line in lines), sep="", end="")
        found += len(lines)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
