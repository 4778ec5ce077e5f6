"""The judge's parts: comparing, showing values, shrinking, and asserts that explain themselves."""

from __future__ import annotations

import math
import re
from collections import namedtuple
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from kernel import machine
from kernel.asserts import Failure, Recorder, load
from kernel.compare import closeness, difference
from kernel.machine import SKIP, Draws, Machine
from kernel.messages import MESSAGES, say
from kernel.output import Clipped
from kernel.problem import load_problem
from kernel.rewriting import example, prepare
from kernel.values import short
from kernel.verdict import document
from kernel.verdict import test_result as result_of

Pair = namedtuple("Pair", "one two")


@dataclass
class Point:
    x: object
    y: object


class Liar:
    """Equal to everything, and of every type, if it is asked."""

    __hash__ = None  # type: ignore[assignment]
    __class__ = int  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


class LyingInt(int):
    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (1, 1),
        (float("nan"), float("nan")),
        ([1, (2, "a")], [1, (2, "a")]),
        ({"a": [1]}, {"a": [1]}),
        ({1, 2}, {2, 1}),
        (Pair(1, 2), (1, 2)),
        (Point(1, [2]), Point(1, [2])),
        (torch.tensor([1, 2]), torch.tensor([1, 2])),
        (torch.tensor([math.nan]), torch.tensor([math.nan])),
        (torch.zeros(0, 3), torch.zeros(0, 3)),
    ],
)
def test_what_is_the_same(got: object, expected: object) -> None:
    assert difference(got, expected) is None


@pytest.mark.parametrize(
    ("got", "expected", "told"),
    [
        (True, 1, "the type is bool, where int is expected"),
        (4.0, 4, "the type is float, where int is expected"),
        ((1, 2), [1, 2], "the type is tuple, where list is expected"),
        (None, 0, "the type is None, where int is expected"),
        ([1, 2], [1, 2, 3], "2 items, where 3 are expected"),
        ([1, [2, True]], [1, [2, 1]], "item 1: item 1: the type is bool, where int is expected"),
        ({"a": 1}, {"b": 1}, "the key 'b' is missing"),
        ({1: "x"}, {True: "x"}, "the key True is missing"),
        ({"a": 1, "b": 2}, {"a": 1}, "there should be no key 'b'"),
        ({1}, {1, 2}, "2 is missing"),
        ({1, True and 3}, {1}, "3 should not be there"),
        (Point(1, [2]), Point(1, [3]), "attribute y: item 0"),
        (Liar(), 4, "the type is Liar, where int is expected"),
        (LyingInt(3), 4, "the type is LyingInt, where int is expected"),
        ([LyingInt(3)], [4], "item 0: the type is LyingInt, where int is expected"),
        (torch.tensor([1]), torch.tensor([1.0]), "the dtype is torch.int64"),
        (torch.zeros(2, 1), torch.zeros(2), "the shape is (2, 1), where (2,) is expected"),
        (torch.tensor([[1, 2], [3, 4]]), torch.tensor([[1, 2], [9, 4]]), "at [1, 0]: 3, where 9"),
        ([1], torch.tensor([1]), "the type is list, where Tensor is expected"),
        (torch.tensor(1), 1, "the type is Tensor, where int is expected"),
    ],
)
def test_what_differs_and_how_that_is_said(got: object, expected: object, told: str) -> None:
    assert (difference(got, expected) or "nothing").startswith(told)


def test_a_tensor_of_the_readers_own_class_is_no_tensor() -> None:
    class Own(torch.Tensor):
        pass

    own = torch.tensor([1.0]).as_subclass(Own)
    assert difference(own, torch.tensor([1.0])) == "the type is Own, where Tensor is expected"
    parameter = torch.nn.Parameter(torch.tensor([1.0]))
    assert difference(parameter, torch.tensor([1.0])) is None


def test_floats_that_are_near() -> None:
    assert closeness(0.1 + 0.2, 0.3, 1e-5, 1e-6) is None
    assert closeness([1.0, 2.1], [1.0, 2.0], 1e-5, 1e-6) == "item 1: off by 0.1"
    assert closeness(torch.tensor([1.0]), torch.tensor([1.0 + 1e-7]), 1e-5, 1e-6) is None
    assert closeness(2, 2.0, 1e-5, 1e-6) == "the type is int, where float is expected"
    assert closeness(math.inf, 1.0, 1e-5, 1e-6) is not None
    assert closeness(math.inf, math.inf, 1e-5, 1e-6) is None


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        ([1, (2,), {3}], "[1, (2,), {3}]"),
        (set(), "set()"),
        ({"a": {"b": [1]}}, "{'a': {'b': [1]}}"),
        (10**1000, "<an int of 3322 bits>"),
        (int, "int"),
        (Unshowable(), "<Unshowable, which cannot be shown: RuntimeError>"),
        (torch.tensor([1, 2], dtype=torch.int32), "tensor([1, 2], dtype=int32)"),
        (torch.tensor([0.1]), "tensor([0.1], dtype=float32)"),
        (torch.zeros(0, 2), "tensor([], dtype=float32) of shape (0, 2)"),
    ],
)
def test_values_are_shown_short(value: object, shown: str) -> None:
    assert short(value) == shown


def test_long_values_are_cut() -> None:
    assert len(short("x" * 10_000)) < 300
    assert short(list(range(1000))).endswith("(1000 in all)]")
    assert "shape (100, 100)" in short(torch.zeros(100, 100))
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    assert "…" in short(cyclic)


def test_draws_are_the_same_for_ever() -> None:
    draws = Draws(7)
    assert [draws.below(100) for _ in range(8)] == [32, 15, 65, 7, 53, 36, 5, 50]
    assert [draws.between(1, 3) for _ in range(8)] == [1, 2, 1, 1, 2, 3, 1, 1]


class Stack(Machine):
    """A stack that forgets what lies below the third item, and its model."""

    def start(self) -> None:
        self.step("stack = Stack()")
        self.items: list[int] = []
        self.model: list[int] = []

    def draw(self, draws: Draws) -> tuple[Any, ...]:
        return ("push", draws.between(1, 99)) if draws.chance(0.6) else ("pop",)

    def push(self, item: int) -> None:
        self.step(f"stack.push({item})")
        self.items = [*self.items, item][-3:]
        self.model.append(item)

    def pop(self) -> object:
        if not self.model:
            return SKIP
        self.step("stack.pop()")
        assert self.items and self.items.pop() == self.model.pop()
        return None


def test_a_failure_is_shrunk_to_the_shortest_sequence() -> None:
    found = machine.explore(Stack, runs=50, steps=40, seed=1)
    assert found is not None
    pushes, pops = ["stack.push(0)"] * 4, ["stack.pop()"] * 4
    assert found[1] == ["stack = Stack()", *pushes, *pops]


def test_shrinking_says_the_same_every_time() -> None:
    first, second = (machine.explore(Stack, runs=50, steps=40, seed=3) for _ in range(2))
    assert first is not None and second is not None and first[1] == second[1]


class Sound(Stack):
    def push(self, item: int) -> None:
        self.step(f"stack.push({item})")
        self.items.append(item)
        self.model.append(item)


def test_a_right_program_passes_every_sequence() -> None:
    assert machine.explore(Sound, runs=50, steps=40, seed=1) is None


TESTS = """
from kernel.testing import raises
from solution import f

def test_example_one():
    size = 3
    assert f(size, [1, 2]) == 4, "three and one"

def test_two():
    with raises(ValueError, "nothing is refused"):
        f(0)
"""


def run_test(name: str, function: object, soft: bool = False, lang: str = "en") -> Recorder:
    tests = prepare(TESTS)
    recorder = Recorder(tests, lang, soft)

    def importer(module: str, *rest: Any) -> Any:
        return __import__("types").SimpleNamespace(f=function, raises=None)

    try:
        load(tests, recorder, importer)[name]()
    except Failure:
        assert not soft
    return recorder


def test_an_assert_tells_what_was_called_with_which_values() -> None:
    failure = run_test("test_example_one", lambda *x: 5).failure
    assert isinstance(failure, Failure)
    told = (failure.call, failure.got, failure.expected, failure.rule)
    assert told == ("f(3, [1, 2])", "5", "4", "three and one")
    assert run_test("test_example_one", lambda *x: 4).failure is None


def test_raises_tells_what_came_instead() -> None:
    failure = run_test("test_two", lambda *x: 5).failure
    assert isinstance(failure, Failure)
    told = (failure.call, failure.got, failure.expected)
    assert told == ("f(0)", "nothing is raised", "raises ValueError")

    def other(*x: object) -> None:
        raise KeyError(x)

    failure = run_test("test_two", other).failure
    assert isinstance(failure, Failure) and failure.got == "raises KeyError: (0,)"


def test_code_that_is_not_written_does_not_count_as_raising() -> None:
    def unwritten(*x: object) -> None:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        run_test("test_two", unwritten)


def test_soft_asserts_go_on_and_name_every_one_that_fails() -> None:
    assert run_test("test_example_one", lambda *x: 5, soft=True).broken == {0}
    assert run_test("test_two", lambda *x: 5, soft=True).broken == {1}


def test_an_assert_without_a_rule_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tests\.py:2: an assert needs a rule"):
        prepare("def test_x():\n    assert f() == 1\n")


def test_the_example_is_shown_with_its_rules() -> None:
    assert example(TESTS, {"three and one": "三加一"}) == [
        "size = 3",
        "assert f(size, [1, 2]) == 4  # 三加一",
    ]


def test_output_keeps_its_head_and_its_tail() -> None:
    clipped = Clipped(head=4, tail=3)
    for part in ("ab", "cdefgh", "ij"):
        clipped.add(part)
    assert (clipped.cut, clipped.text()) == (True, "abcd\n… 3 characters …\nhij")
    short_one = Clipped(head=4, tail=3)
    short_one.add("abcdefg")
    assert (short_one.cut, short_one.text()) == (False, "abcdefg")


def test_every_message_is_there_in_both_languages_with_the_same_values() -> None:
    for key, (english, chinese) in MESSAGES.items():
        holes = [sorted(re.findall(r"{\w+}", text)) for text in (english, chinese)]
        assert holes[0] == holes[1], key
        if re.search("[a-z]", re.sub(r"{\w+}", "", english)):
            assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese), key
    assert say("key_missing", "en", key="{x}") == "the key {x} is missing"


def failing(name: str, got: str) -> dict[str, Any]:
    return result_of(name, "wrong_answer", call="f()", got=got)


def test_the_hint_is_that_of_the_program_that_fails_in_the_same_way() -> None:
    folder = Path(__file__).resolve().parent / "golden" / "900-golden"
    hints = {name: {"en": name, "zh": name} for name in ("one", "two", "three")}
    kills = {
        "one": {"failed": ["test_a"], "first": "f() -> 1"},
        "two": {"failed": ["test_a"], "first": "f() -> 2"},
        "three": {"failed": ["test_b"], "first": "f() -> 3"},
    }
    problem = replace(load_problem(folder), wrong_hints=hints, kills=kills)

    def hint(*tests: dict[str, Any]) -> object:
        found = document(problem, "en", tests)["hint"]
        return found and found["wrong"]

    assert hint(failing("test_a", "2")) == "two"
    assert hint(failing("test_a", "9")) is None  # two programs fail that test, neither like this
    assert hint(failing("test_b", "9")) == "three"  # only one fails this one
    assert hint(failing("test_a", "1"), failing("test_b", "3")) is None
    assert hint(result_of("test_a", "not_written")) is None


CHANGING = """
from solution import f

def test_example_changed():
    numbers = [1, 2]
    assert f(numbers) == 3, "the sum"

def test_name():
    for size in (4, 5):
        for place in range(2):
            result = f([size])
            assert result == size, "the same"
"""


def judged(name: str, function: Any) -> Failure:
    recorder = Recorder(prepare(CHANGING))
    tests = load(recorder.tests, recorder, lambda *rest: SimpleNamespace(f=function))
    with pytest.raises(Failure):
        tests[name]()
    assert isinstance(recorder.failure, Failure)
    return recorder.failure


def test_arguments_are_shown_as_they_were_before_the_call() -> None:
    def f(numbers: list[int]) -> int:
        numbers.clear()
        return 0

    assert judged("test_example_changed", f).call == "f([1, 2])"


def test_for_a_bare_name_its_call_is_shown_and_the_loops_around_it_are_told() -> None:
    failure = judged("test_name", lambda numbers: 4)
    assert (failure.call, failure.got, failure.loops) == ("f([size])", "4", "size = 5, place = 0")


def test_raises_is_shown_as_it_is_written() -> None:
    assert "    with raises(ValueError):" in prepare(TESTS).lines


def test_tolerances_may_stand_in_any_way() -> None:
    for how in ("1e-1", "rtol=1e-1", "1e-1, 0.0"):
        source = f'def test_x():\n    assert close(1.0, 1.05, {how}), "near"\n'
        recorder = Recorder(prepare(source))
        load(recorder.tests, recorder, lambda *rest: None)["test_x"]()
        assert recorder.failure is None
