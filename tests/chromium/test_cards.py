"""Reviewing cards, by keys and by touch; what was reviewed stays, and travels in the one file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import judge
import pytest
from playwright.sync_api import Page, expect
from sitelib import ROOT

from .conftest import Visit
from .test_accessibility import violations
from .test_narrow import PHONE, TOO_WIDE, WIDTHS

CHAPTER = ROOT / "chapters" / "ch09_radix_cache"
CARDS: list[dict[str, Any]] = tomllib.loads((CHAPTER / "cards.toml").read_text("utf-8"))["card"]
START = "2026-12-02T12:00:00"
EIGHT_DAYS_LATER = "2026-12-10T08:00:00"  # at an earlier hour than the review was
KEY = f"minisgl-course/card/ch09/{CARDS[0]['id']}"


def open_at(visit: Visit, path: str, time: str, **options: Any) -> Page:
    """A page under a clock that stands still, with chapter 9 chosen and no other."""
    page = visit(path, **options)
    page.evaluate("localStorage.setItem('minisgl-course/card-chapters', '[9]')")
    page.clock.set_fixed_time(time)
    page.reload()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    return page


def expect_row(page: Page, due: int, fresh: int) -> None:
    """What the table says of chapter 9."""
    row = page.locator("#card-chapters tr[data-chapter='9']")
    expect(row.locator(".due")).to_have_text(str(due))
    expect(row.locator(".unseen")).to_have_text(str(fresh))


def test_a_review_by_keys_is_there_after_a_reload(visit: Visit) -> None:
    page = open_at(visit, "en/cards/", START)
    page.get_by_role("button", name="Review").press("Enter")
    question, answer = page.get_by_label("Question"), page.get_by_label("Answer")
    expect(question).to_be_focused()
    expect(question).to_have_text(CARDS[0]["question"]["en"])
    expect(page.get_by_role("heading", level=2)).to_have_count(0)  # the rest of the page is away
    page.keyboard.press("Space")
    expect(answer).to_be_focused()
    expect(answer).to_contain_text("A trie has a node for each token.")
    buttons = page.locator(".course-actions").get_by_role("button")
    expect(buttons).to_have_text(["Again 1 min", "Hard 6 mins", "Good 10 mins", "Easy 8 days"])
    assert violations(page) == []
    page.keyboard.press("4")
    told = page.get_by_role("status").filter(has_text="Easy: comes again in 8 days.")
    expect(told).to_be_attached()
    expect(question).to_have_text(CARDS[1]["question"]["en"].replace("`", ""))
    page.keyboard.press("Space")
    page.keyboard.press("1")
    page.keyboard.press("u")
    expect(question).to_have_text(CARDS[1]["question"]["en"].replace("`", ""))
    page.reload()
    expect_row(page, due=0, fresh=len(CARDS) - 1)
    page.clock.set_fixed_time(EIGHT_DAYS_LATER)
    page.reload()
    expect_row(page, due=1, fresh=len(CARDS) - 1)
    page.get_by_role("button", name="Review").press("Enter")
    expect(page.get_by_label("Question")).to_have_text(CARDS[0]["question"]["en"])


def test_what_was_reviewed_goes_through_judge_py_to_another_browser(
    visit: Visit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_at(visit, "en/cards/", START)
    page.get_by_role("button", name="Review").click()
    page.keyboard.press("Space")
    page.keyboard.press("4")
    page.goto("en/progress/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export to a file").click()
    download.value.save_as(tmp_path / "progress.json")
    workspace = ["--lang", "en", "--workspace", str(tmp_path / "mine")]
    assert judge.main(["progress", "--import", str(tmp_path / "progress.json"), *workspace]) == 0
    assert "review cards: 1 of 1 taken in" in capsys.readouterr().out
    assert judge.main(["progress", "--export", str(tmp_path / "again.json"), *workspace]) == 0
    before, after = (
        json.loads((tmp_path / name).read_text("utf-8")) for name in ("progress.json", "again.json")
    )
    assert after["cards"] == before["cards"] and len(after["cards"]) == 1
    other = visit("zh/progress/")
    other.locator("input[type=file]").set_input_files(tmp_path / "again.json")
    expect(other.get_by_text("复习卡片：共 1 张，导入了 1 张。")).to_be_visible()
    assert other.evaluate("key => localStorage.getItem(key)", KEY) == page.evaluate(
        "key => localStorage.getItem(key)", KEY
    )
    other.clock.set_fixed_time(START)
    other.goto("zh/cards/")
    expect_row(other, due=0, fresh=len(CARDS) - 1)  # and its chapter is chosen:
    expect(other.get_by_role("checkbox", name="Radix")).to_be_checked()


def test_a_review_in_chinese_on_a_telephone(visit: Visit) -> None:
    page = open_at(visit, "zh/cards/", START, **PHONE)
    page.get_by_role("button", name="开始复习").tap()
    expect(page.get_by_label("问题")).to_have_text(CARDS[0]["question"]["zh"])
    for _ in CARDS:
        page.get_by_role("button", name="看答案").tap()
        buttons = page.locator(".course-actions").get_by_role("button")
        expect(buttons).to_have_text(["忘了 1分钟", "吃力 6分钟", "记得 10分钟", "轻松 8天"])
        expect(buttons.last).to_be_in_viewport()
        assert page.evaluate(WIDTHS) == [360, 360], page.evaluate(TOO_WIDE)
        buttons.last.tap()
    expect(page.get_by_text(f"复习了 {len(CARDS)} 次。")).to_be_visible()
    expect(page.get_by_text("没有到期的卡片。下一张：12月10日。")).to_be_visible()
    assert violations(page) == []


def test_without_scripts_there_are_all_the_cards_and_the_file_for_anki(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit("en/cards/", java_script_enabled=False)
    card = page.locator(f".course-card[data-card='ch09/{CARDS[0]['id']}']")
    expect(card.get_by_text("A trie has a node for each token.")).to_be_hidden()
    card.locator("summary").click()
    expect(card.get_by_text("A trie has a node for each token.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="The cards as a file for Anki").click()
    assert download.value.suggested_filename == "mini-sglang-by-hand.en.txt"
    download.value.save_as(tmp_path / "cards.txt")
    lines = (tmp_path / "cards.txt").read_text("utf-8").splitlines()
    assert lines[0] == "#separator:tab"
    assert any(f"minisgl-course/en/ch09/{CARDS[0]['id']}" in line for line in lines)
