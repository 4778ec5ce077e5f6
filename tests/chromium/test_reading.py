"""Reading the course: both editions, their search, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .pages import ADDED, address, wait_for_all

# How much has moved, as browsers reckon it: share of the screen, times how far.
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  const add = (list) => list.getEntries().forEach((entry) => (sum += entry.value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum)));
})"""


@pytest.mark.parametrize(("locale", "edition"), [("en-GB", "en"), ("zh-TW", "zh"), ("fr", "en")])
def test_the_first_page_leads_to_the_edition_of_the_browser(
    visit: Visit, locale: str, edition: str
) -> None:
    page = visit("", locale=locale)
    page.wait_for_url(f"**/course/{edition}/")
    expect(page.locator("html")).to_have_attribute("lang", edition)


def test_a_chapter_is_read_in_both_languages(visit: Visit) -> None:
    page = visit("en/chapters/09-radix-cache/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Radix cache")
    assert page.locator("pre code").count() > 10
    page.get_by_role("link", name="中文").first.click()
    page.wait_for_url("**/zh/chapters/09-radix-cache/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("复用前缀")
    page.get_by_role("link", name="English").first.click()
    page.wait_for_url("**/en/chapters/09-radix-cache/")


def test_the_edition_that_was_read_last_is_remembered(visit: Visit) -> None:
    page = visit("zh/glossary/")
    page.goto("")
    page.wait_for_url("**/course/zh/")


@pytest.mark.parametrize(
    ("edition", "words", "found"),
    [
        ("en", "evictable", "chapters/09-radix-cache/"),
        ("zh", "淘汰", "chapters/09-radix-cache/"),
        ("zh", "可淘汰的叶子", "problems/192-evictable-leaves/"),
    ],
)
def test_the_search_finds_a_page(visit: Visit, edition: str, words: str, found: str) -> None:
    page = visit(f"{edition}/")
    page.keyboard.press("/")
    page.keyboard.type(words)
    expect(page.locator(f"[role=option][href*='{found}']").first).to_be_visible()


def test_without_scripts_a_problem_says_how_to_solve_it_elsewhere(visit: Visit) -> None:
    page = visit("zh/problems/193-radix-cache/", java_script_enabled=False)
    expect(page.locator("#statement")).to_be_visible()
    expect(page.get_by_text("python practice/judge.py start 193")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_follow_the_system(visit: Visit, scheme: str) -> None:
    page = visit("en/problems/193-radix-cache/", color_scheme=scheme)
    for place in ("body", ".cm-editor"):
        colour = page.locator(place).evaluate("place => getComputedStyle(place).backgroundColor")
        red, green, blue, *_ = (float(part) for part in colour.strip("rgba()").split(","))
        assert (red + green + blue < 200) == (scheme == "dark"), (place, colour)


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_jumps_while_a_script_fills_a_page(visit: Visit, width: int) -> None:
    page = visit("en/judge/", viewport={"width": width, "height": 800})
    for kind in ADDED:
        page.goto(address(kind, "en"))
        wait_for_all(page, kind)
        assert page.evaluate(SHIFTS) < 0.01, kind
