"""The course on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .pages import KINDS, LANGUAGES, address, wait_for_all
from .problem_page import ProblemPage
from .programs import PLAIN, RADIX, dividing, solution, wrong

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TOO_WIDE = """() => [...document.body.querySelectorAll("*")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility())
  .map((one) => `${one.tagName}.${one.className}`)"""
WIDTHS = "() => [document.documentElement.scrollWidth, visualViewport.width]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_the_screen(visit: Visit, language: str) -> None:
    page = visit(address("home", language), **PHONE)
    for kind in KINDS:
        page.goto(address(kind, language))
        wait_for_all(page, kind)
        assert page.evaluate(WIDTHS) == [360, 360], (kind, page.evaluate(TOO_WIDE))


def test_the_parts_of_a_problem_are_tabs(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/", **PHONE)
    problem = ProblemPage(page)
    statement = page.locator("#statement")
    expect(statement).to_be_visible()
    expect(problem.editor).to_be_hidden()
    page.get_by_role("tab", name="Code").tap()
    expect(problem.editor).to_be_visible()
    expect(statement).to_be_hidden()
    problem.editor.fill(solution(PLAIN))
    problem.submit.tap()
    expect(page.get_by_role("tab", name="Results")).to_have_attribute("aria-selected", "true")
    problem.expect_verdict("accepted")
    page.get_by_role("tab", name="Results").press("ArrowLeft")
    expect(problem.editor).to_be_visible()


def test_what_runs_is_stopped_where_the_results_are_awaited(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/", **PHONE)
    problem = ProblemPage(page)
    page.get_by_role("tab", name="Code").tap()
    problem.judge(dividing("while True:\n    pass"))
    expect(problem.status).to_contain_text("Running test_example")
    problem.stop.tap()
    expect(problem.summary).to_have_text("Stopped.")


def test_a_verdict_is_not_wider_than_the_screen(visit: Visit) -> None:
    page = visit(f"en/problems/{RADIX}/", **PHONE)
    problem = ProblemPage(page)
    page.get_by_role("tab", name="Code").tap()
    problem.judge(wrong(RADIX, "inner_nodes_go"))
    problem.expect_verdict("wrong_answer")
    assert page.evaluate(WIDTHS) == [360, 360], page.evaluate(TOO_WIDE)
