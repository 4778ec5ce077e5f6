"""The reader's own class from problem 193, beside minisgl's: right, wrong, broken in every way."""

from __future__ import annotations

import re

import pytest
from judgelib.library import PROBLEMS
from playwright.sync_api import Page, expect

from .conftest import Visit
from .live_tree import LiveTree
from .problem_page import ProblemPage, save
from .programs import RADIX, solution, wrong

STEPS = (
    "#tree=1&own=1&ops=i1.2.3.4/10.11.12.13;i1.2.5.6/10.11.20.21;i7.8/30.31;m1.2.3.9;l3;e2;e1;u3;e9"
)
SWITCH = "Beside it: my class from problem 193"


def changed(old: str, new: str) -> str:
    """The solution of problem 193 with something else in one place."""
    text = solution(RADIX)
    assert text.count(old) == 1, old
    return text.replace(old, new)


TICK = "        self.clock += 1\n"
AT_FOUR = f"{TICK}        if self.clock == 4:\n            "
BROKEN = {
    "a cycle": (
        changed(
            "        return InsertResult",
            "        node.children[-1] = node\n        return InsertResult",
        ),
        r"in it twice, so it is a cycle",
    ),
    "a missing attribute": (
        changed("        return first\n", "        del first.value\n        return first\n"),
        r"stopped at step 2: AttributeError: .* no attribute 'value' \(line \d+\)",
    ),
    "an endless loop": (
        changed(TICK, f"{AT_FOUR}while True:\n                pass\n"),
        r"stopped at step 4: not done after 5 seconds: does a loop never end\?",
    ),
    "a wrong type": (
        changed("return torch.cat(evicted)", "return torch.cat(evicted).tolist()"),
        r"stopped at step 6: evict\(…\) must be Tensor, not list\.",
    ),
    "an exception": (
        changed(TICK, f"{AT_FOUR}raise KeyError('four')\n"),
        r"stopped at step 4: KeyError: 'four' \(line \d+\)",
    ),
    "a flood of prints": (
        changed(TICK, f"{AT_FOUR}while True:\n                print('x' * 1000)\n"),
        r"stopped at step 4: it prints without end\.",
    ),
    "a dead interpreter": (
        changed(TICK, f"{AT_FOUR}import os\n            os._exit(3)\n"),
        r"stopped at step 4: it brought Python itself to an end\.",
    ),
    "a syntax error": (
        "class RadixPrefixCache(:\n",
        r"before the first step: SyntaxError: .*line 1",
    ),
    "no class": ("x = 1\n", r"before the first step: there is no class RadixPrefixCache in it\."),
}


def beside(visit: Visit, code: str, language: str = "en", steps: str = STEPS) -> LiveTree:
    """The tree with a class that was written on the page of the problem."""
    page = visit(f"{language}/judge/")
    save(page, RADIX, code=code)
    page.goto(f"{language}/radix-tree/{steps}")
    return LiveTree(page, language)


def expect_to_go_on(tree: LiveTree) -> None:
    """minisgl's class is there whatever has become of the reader's."""
    tree.insert("5 5 5")
    tree.expect_place(10, 10)
    expect(tree.sentence).to_contain_text("new node [5, 5, 5]")


def test_a_right_class(visit: Visit) -> None:
    tree = beside(visit, solution(RADIX))
    expect(tree.verdict).to_have_text("Your class answers as minisgl does, in 9 of 9 steps.")
    tree.expect_nodes((1, 2), (3,), own=True)
    tree.page.get_by_role("button", name="One step back").click()
    tree.page.get_by_role("slider").fill("3")
    tree.expect_nodes((1, 2), (3, 4), (5, 6), (7, 8), own=True)
    tree.match("7 9")
    expect(tree.verdict).to_have_text("Your class answers as minisgl does, in 4 of 4 steps.")
    tree.expect_nodes((1, 2), (3, 4), (5, 6), (7,), (8,), own=True)


@pytest.mark.parametrize("name", ["pages_as_keys", "prefix_dictionary"])
def test_a_right_class_whose_tree_cannot_be_seen(visit: Visit, name: str) -> None:
    file = PROBLEMS / RADIX / "alternatives" / f"{name}.py"
    tree = beside(visit, file.read_text(encoding="utf-8"))
    expect(tree.verdict).to_have_text(
        re.compile(r"The results are those of minisgl, in 9 of 9 steps\. Its tree is not drawn: .*")
    )


def test_the_first_difference_is_marked(visit: Visit) -> None:
    tree = beside(visit, wrong(RADIX, "the_rest_is_refreshed_too"))
    expect(tree.verdict).to_have_text(
        "First difference at step 6: the slots. minisgl: [13, 20, 21]; yours: [20, 21]."
    )
    expect(tree.page.locator(".course-tree-list .different")).to_contain_text("evict 2")
    tree.page.get_by_role("button", name="Go to step 6").click()
    tree.expect_place(6, 9)
    tree.expect_nodes((1, 2), (3,), (4,), (7, 8), own=True)


@pytest.mark.parametrize("way", BROKEN)
def test_a_broken_class_gives_a_sentence(visit: Visit, way: str, complaints: list[str]) -> None:
    code, sentence = BROKEN[way]
    tree = beside(visit, code)
    expect(tree.verdict).to_have_text(re.compile(sentence))
    expect_to_go_on(tree)
    if way == "a dead interpreter":
        complaints.clear()


def test_a_class_that_is_mended_runs_anew(visit: Visit) -> None:
    code, sentence = BROKEN["an endless loop"]
    tree = beside(visit, code)
    expect(tree.verdict).to_have_text(re.compile(sentence))
    save(tree.page, RADIX, code=solution(RADIX))
    tree.page.get_by_role("button", name="Run my class anew").click()
    expect(tree.verdict).to_have_text("Your class answers as minisgl does, in 9 of 9 steps.")


def test_the_switch(visit: Visit) -> None:
    tree = beside(visit, solution(RADIX), steps="")
    tree.expect_place(3, 3)
    expect(tree.own_view).to_be_hidden()
    tree.page.get_by_label(SWITCH).check()
    expect(tree.verdict).to_have_text("Your class answers as minisgl does, in 3 of 3 steps.")
    tree.page.get_by_label(SWITCH).uncheck()
    expect(tree.own_view).to_be_hidden()
    expect(tree.verdict).to_be_hidden()


def test_a_class_that_is_not_written_yet(visit: Visit) -> None:
    page = visit(f"en/radix-tree/{STEPS}")
    expect(
        page.get_by_role("link", name="You have not written it yet. Problem 193")
    ).to_be_visible()


def test_the_class_runs_where_problem_193_leaves_nothing_open(visit: Visit) -> None:
    """What comes of locking an evicted prefix is not asked of it."""
    steps = "#tree=1&own=1&ops=i1.2/10.11;e2;l0;i3.4/12.13"
    tree = beside(visit, solution(RADIX), steps=steps)
    expect(tree.verdict).to_have_text("Your class answers as minisgl does, in 4 of 4 steps.")


def open_from_verdict(page: Page, language: str) -> LiveTree:
    """Judge a wrong class, and open the steps of its first failed test."""
    name = {"en": "Open in the live tree", "zh": "在可操作的树里打开"}[language]
    problem = ProblemPage(page, language)
    problem.judge(wrong(RADIX, "locked_leaves_go"))
    problem.expect_verdict("wrong_answer")
    page.get_by_role("link", name=name).first.click()
    return LiveTree(page, language)


def test_a_verdict_opens_here_with_one_click(visit: Visit) -> None:
    tree = open_from_verdict(visit(f"en/problems/{RADIX}/"), "en")
    expect(tree.verdict).to_have_text(
        "First difference at step 4: the slots. minisgl: [22]; yours: [12, 13]."
    )
    expect(tree.page.locator(".course-tree-list li").first).to_contain_text("insert [1, 2, 3, 4]")


def test_a_verdict_opens_here_in_chinese(visit: Visit) -> None:
    tree = open_from_verdict(visit(f"zh/problems/{RADIX}/", locale="zh-CN"), "zh")
    expect(tree.verdict).to_have_text("第 4 步开始不同：槽位。minisgl：[22]；你的：[12, 13]。")
