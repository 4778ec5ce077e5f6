"""A problem, from its page to its verdict, and what is kept of it."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visit
from .problem_page import ProblemPage, save
from .programs import PLAIN, RADIX, TORCH, dividing, solution, starter, wrong


def test_a_wrong_program_and_then_the_right_one(visit: Visit) -> None:
    page = visit(f"en/problems/{RADIX}/")
    problem = ProblemPage(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("The radix cache")
    problem.judge(wrong(RADIX, "inner_nodes_go"))
    problem.expect_verdict("wrong_answer")
    opened = problem.tests.locator("details[open]")
    expect(opened).to_have_count(1)
    expect(opened.locator("dt").first).to_have_text("called")
    expect(page.get_by_text("A known misconception looks like this")).to_be_visible()
    problem.expect_accepted(solution(RADIX))
    expect(problem.tests.locator(".mark")).to_have_text(["✓"] * problem.tests.count())
    saved = problem.saved(RADIX)
    assert (saved["accepted"], saved["tries"]) == (True, 2)
    assert saved["code"] == solution(RADIX)


def test_a_problem_with_torch_in_chinese(visit: Visit) -> None:
    page = visit(f"zh/problems/{TORCH}/", locale="zh-CN")
    problem = ProblemPage(page, "zh")
    problem.judge(wrong(TORCH, "eps_outside"))
    problem.expect_verdict("wrong_answer")
    expect(problem.summary).to_contain_text("个测试")
    expect(problem.tests.locator("details[open] dt").first).to_have_text("调用")
    problem.expect_accepted(solution(TORCH))


def test_examples_are_run_without_being_a_full_verdict(visit: Visit) -> None:
    problem = ProblemPage(visit(f"en/problems/{PLAIN}/"))
    problem.editor.fill(solution(PLAIN))
    problem.run.click()
    problem.expect_verdict("accepted")
    expect(problem.summary).to_have_text("the examples pass: 1 of 1. Submit to run every test")
    assert problem.saved(PLAIN)["accepted"] is False


def test_what_was_typed_is_there_after_a_reload(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/")
    problem = ProblemPage(page)
    problem.expect_code(starter(PLAIN))
    problem.editor.fill("# 一页 16 个 token\nx = 1")
    page.reload()
    problem.expect_code("# 一页 16 个 token\nx = 1")


def test_a_new_version_of_a_problem_offers_the_old_text(visit: Visit) -> None:
    page = visit("en/judge/")
    save(page, PLAIN, starter="0123456789abcdef", code="old = 1", tries=3)
    page.goto(f"en/problems/{PLAIN}/")
    problem = ProblemPage(page)
    problem.expect_code(starter(PLAIN))
    expect(page.get_by_text("This problem has changed since you began it.")).to_be_visible()
    page.get_by_role("button", name="Bring my text back").click()
    problem.expect_code("old = 1")
    page.reload()
    problem.expect_code("old = 1")
    assert problem.saved(PLAIN)["tries"] == 3


def test_back_to_the_starter_and_the_text_from_before(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/")
    problem = ProblemPage(page)
    problem.editor.fill("mine = 1")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Back to the starter").click()
    problem.expect_code(starter(PLAIN))
    page.reload()
    problem.expect_code(starter(PLAIN))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="before you went back to the starter").click()
    problem.expect_code("mine = 1")


def test_two_tabs_do_not_overwrite_each_other(visit: Visit) -> None:
    first = ProblemPage(visit(f"en/problems/{PLAIN}/"))
    first.editor.fill("first = 1")
    second = ProblemPage(first.page.context.new_page())
    second.page.goto(f"en/problems/{PLAIN}/")
    second.editor.fill("second = 2")
    first.page.get_by_role("button", name="Show the other text").click()
    first.expect_code("second = 2")
    first.page.get_by_text("More", exact=True).click()
    first.page.get_by_role("button", name="before you took an earlier text").click()
    first.expect_code("first = 1")


def test_hints_one_at_a_time_and_the_reference_after_a_try(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/")
    hints = page.locator(".course-hint")
    expect(hints).to_have_count(0)
    page.get_by_role("button", name="Show a hint").click()
    expect(hints).to_have_count(1)
    page.get_by_role("button", name="Show the next hint").click()
    expect(hints).to_have_count(2)
    page.reload()
    expect(hints).to_have_count(2)
    page.get_by_role("button", name="Show the reference").click()
    expect(page.get_by_text("You have not tried yet.")).to_be_visible()
    problem = ProblemPage(page)
    problem.judge(wrong(PLAIN, "float_division"))
    problem.expect_verdict("wrong_answer")
    page.get_by_role("button", name="Show the reference").click()
    expect(page.locator(".course-code-block")).to_have_text(solution(PLAIN))


def test_a_line_of_a_traceback_leads_into_the_editor(visit: Visit) -> None:
    page = visit(f"en/problems/{PLAIN}/")
    problem = ProblemPage(page)
    problem.judge(dividing("rest = x % page_size\nrest.pages"))
    problem.expect_verdict("runtime_error")
    page.get_by_role("button", name="line 3, div_ceil").first.click()
    expect(problem.editor).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_have_text("    rest.pages")


def test_chinese_is_typed_and_judged(visit: Visit) -> None:
    page = visit(f"zh/problems/{PLAIN}/", locale="zh-CN")
    problem = ProblemPage(page, "zh")
    problem.editor.fill(solution(PLAIN).replace("page_size", "页大小"))
    problem.editor.press("Control+Home")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    # As an input method does it, character by character.
    session = page.context.new_cdp_session(page)
    for text in ("y", "ye", "页"):
        session.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )
    session.send("Input.insertText", {"text": "页"})
    page.keyboard.type(" = '一页'")
    expect(page.locator(".cm-line").first).to_have_text("页 = '一页'")
    problem.submit.click()
    problem.expect_verdict("accepted")
    expect(problem.summary).to_contain_text("通过")
