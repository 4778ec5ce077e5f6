"""axe-core finds nothing to complain of."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from sitelib import WEB

from .conftest import Visit
from .pages import KINDS, LANGUAGES, go_to
from .problem_page import ProblemPage
from .programs import PLAIN, wrong

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run()).violations.map(
  ({ id, nodes }) => {
    const found = nodes.map(({ target, failureSummary: why }) => `${target} ${why}`);
    return `${id}: ${found.slice(0, 3).join("; ")}`;
  })"""


def violations(page: Page) -> list[str]:
    """What is wrong with the page as it is now, a line for each rule."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_page(visit: Visit, language: str, scheme: str) -> None:
    page = visit(f"{language}/", color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for kind in KINDS:
        go_to(page, language, kind)
        found[kind] = violations(page)
    assert found == {kind: [] for kind in KINDS}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 1800])
def test_a_problem_with_results_hints_and_menu(visit: Visit, scheme: str, width: int) -> None:
    page = visit(
        f"en/problems/{PLAIN}/", color_scheme=scheme, viewport={"width": width, "height": 800}
    )
    problem = ProblemPage(page)
    if width == 360:
        page.get_by_role("tab", name="Code").click()
    problem.judge(wrong(PLAIN, "float_division"))
    problem.expect_verdict("wrong_answer")
    page.get_by_role("button", name="Show a hint").click()
    page.get_by_role("button", name="Show the reference").click()
    expect(page.locator(".course-code-block")).to_be_visible()
    assert violations(page) == []
    if width > 360:
        page.get_by_text("More", exact=True).click()
        assert violations(page) == []
