"""Taking any one statement of lock, split, evict or page accounting out makes a test fail."""

from __future__ import annotations

import pytest
from line_removal import EQUIVALENT, TARGETS, problems, surviving


@pytest.mark.parametrize("name", TARGETS)
def test_every_removed_statement_is_noticed(name: str) -> None:
    target = TARGETS[name]
    count, unnoticed = surviving(target)
    assert count >= 3 * len(target.functions), "hardly anything was removed"
    assert problems(target, unnoticed) == []


def test_every_excuse_belongs_to_a_function_that_is_looked_at() -> None:
    functions = {function for target in TARGETS.values() for function in target.functions}
    assert {excuse.partition(":")[0] for excuse in EQUIVALENT} <= functions


def test_a_survivor_without_a_reason_and_a_reason_without_a_survivor_are_problems() -> None:
    target, (excuse, *others) = TARGETS["radix"], EQUIVALENT
    assert problems(target, [excuse, *others]) == []
    assert problems(target, [excuse, *others, "evict: without `x`"]) == [
        "no test notices: evict: without `x`"
    ]
    assert problems(target, others) == [f"said to be equivalent, but a test notices: {excuse}"]
