"""The page of a problem without a mouse."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import Visit
from .problem_page import ProblemPage
from .programs import PLAIN, solution

ADDRESS = f"en/problems/{PLAIN}/"


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something of that name has the focus.

    Raises:
        AssertionError: if it never gets it.
    """
    named = "() => document.activeElement.ariaLabel ?? document.activeElement.innerText"
    passed = []
    for _ in range(60):
        page.keyboard.press("Tab")
        passed.append(page.evaluate(named))
        if passed[-1] == name:
            return
    raise AssertionError(f"Tab does not lead to {name}, but to {passed}")


def test_tab_leads_to_everything_and_out_of_the_editor(visit: Visit) -> None:
    page = visit(ADDRESS)
    problem = ProblemPage(page)
    expect(problem.editor).to_be_visible()
    for name in ("Width of the statement", "Run examples", "Submit", "More", "Your program"):
        tab_to(page, name)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show a hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".course-hint")).to_be_focused()


def test_tab_indents_and_shift_tab_takes_it_back(visit: Visit) -> None:
    page = visit(ADDRESS)
    problem = ProblemPage(page)
    problem.editor.fill("x = 1")
    problem.editor.press("Home")
    page.keyboard.press("Tab")
    problem.expect_code("    x = 1")
    page.keyboard.press("Shift+Tab")
    problem.expect_code("x = 1")


def test_programs_are_run_by_keys_and_the_verdict_is_announced(visit: Visit) -> None:
    page = visit(ADDRESS)
    problem = ProblemPage(page)
    problem.editor.fill(solution(PLAIN))
    problem.editor.press("Control+Enter")
    expect(page.get_by_role("status").filter(has_text="the examples pass")).to_be_visible()
    problem.expect_code(solution(PLAIN))
    expect(problem.editor).to_be_focused()
    page.keyboard.press("Control+Shift+Enter")
    expect(page.get_by_role("status").filter(has_text="accepted: 6 of 6")).to_be_visible()


def test_the_separator_is_moved_by_arrow_keys_and_stays_there(visit: Visit) -> None:
    page = visit(ADDRESS)
    line = page.get_by_role("separator", name="Width of the statement")
    editor = page.locator(".course-editor")
    line.focus()
    before = editor.bounding_box()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(line).to_have_attribute("aria-valuenow", "28")
    after = editor.bounding_box()
    assert before is not None and after is not None
    assert after["x"] < before["x"] and after["width"] > before["width"]
    page.reload()
    expect(line).to_have_attribute("aria-valuenow", "28")


def test_the_menu_is_opened_and_left_by_keys(visit: Visit) -> None:
    page = visit(ADDRESS)
    expect(page.locator(".cm-content")).to_be_visible()
    page.get_by_text("More", exact=True).focus()
    page.keyboard.press("Enter")
    item = page.get_by_role("button", name="Back to the starter")
    expect(item).to_be_visible()
    page.keyboard.press("Tab")
    expect(item).to_be_focused()
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()


def test_lines_that_are_put_in_at_once_stay_lines_at_their_place(visit: Visit) -> None:
    """As phones' keyboards and dictation do it, not key by key."""
    page = visit(ADDRESS)
    problem = ProblemPage(page)
    problem.editor.fill("first\nlast")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.insert_text(":\n    middle\n")
    problem.expect_code("first:\n    middle\n\nlast")
    page.keyboard.press("ControlOrMeta+z")
    problem.expect_code("first\nlast")
