"""Taking any one statement of lock, split, evict or page accounting out makes a test fail."""

from __future__ import annotations

import re

import pytest
from line_removal import TARGETS, Target, on_its_tree, problems, surviving

HERE = [name for name, target in TARGETS.items() if target.chapter is None]


@pytest.mark.parametrize("name", HERE)
def test_every_removed_statement_is_noticed(name: str) -> None:
    target = TARGETS[name]
    count, unnoticed = surviving(target)
    assert count >= 3 * len(target.functions), "hardly anything was removed"
    assert problems(target, unnoticed) == []


@pytest.mark.parametrize("name", [name for name in TARGETS if name not in HERE])
def test_every_removed_statement_of_an_earlier_form_is_noticed_on_its_tree(name: str) -> None:
    done = on_its_tree(name)
    assert done.returncode == 0, done.stdout + done.stderr
    said = re.fullmatch(rf"{name}: (\d+) mutants, \d+ survive, 0 problems\n", done.stdout)
    assert said is not None, done.stdout
    assert int(said[1]) >= 3 * len(TARGETS[name].functions), "hardly anything was removed"


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_every_excuse_belongs_to_a_function_that_is_looked_at(target: Target) -> None:
    assert {excuse.partition(":")[0] for excuse in target.equivalent} <= set(target.functions)


def test_a_survivor_without_a_reason_and_a_reason_without_a_survivor_are_problems() -> None:
    target = TARGETS["radix"]
    excuse, *others = target.equivalent
    assert problems(target, [excuse, *others]) == []
    assert problems(target, [excuse, *others, "evict: without `x`"]) == [
        "no test notices: evict: without `x`"
    ]
    assert problems(target, others) == [f"said to be equivalent, but a test notices: {excuse}"]
