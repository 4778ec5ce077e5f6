"""axe-core finds nothing to complain of, on any page, in either scheme."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect
from sitelib import WEB

from .conftest import Visit
from .pages import KINDS, LANGUAGES, address, wait_for_all
from .problem_page import ProblemPage
from .programs import PLAIN, wrong

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"], preload: false });
  return violations.map(({ id, nodes }) =>
    [id, nodes.length, nodes[0].html, nodes[0].failureSummary]);
}"""


def violations(page: Page) -> list[Any]:
    """What is wrong with the page as it is now: the rule, how often, and the first place."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [[scheme, *violation] for violation in page.evaluate(RUN)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_every_kind(visit: Visit, kind: str, language: str) -> None:
    page = visit(address(kind, language))
    wait_for_all(page, kind)
    assert violations(page) == []


@pytest.mark.parametrize("width", [360, 1280, 1800])
def test_a_problem_with_results_hints_reference_and_menu(visit: Visit, width: int) -> None:
    page = visit(f"en/problems/{PLAIN}/", viewport={"width": width, "height": 800})
    problem = ProblemPage(page)
    if width == 360:
        page.get_by_role("tab", name="Code").click()
    problem.judge(wrong(PLAIN, "float_division"))
    problem.expect_verdict("wrong_answer")
    page.get_by_role("button", name="Show a hint").click()
    page.get_by_role("button", name="Show the reference").click()
    expect(page.locator(".course-code-block")).to_be_visible()
    assert violations(page) == []
    if width == 360:
        page.get_by_role("tab", name="Code").click()
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("button", name="Back to the starter")).to_be_visible()
    assert violations(page) == []
