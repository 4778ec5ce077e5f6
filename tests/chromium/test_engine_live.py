"""The engine that the reader watches: prompts are served step by step, and everything is drawn."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Visit
from .test_accessibility import violations
from .test_narrow import PHONE, TOO_WIDE, WIDTHS

PATIENCE = 240_000  # milliseconds: the model computes in pure Python
TEXTS = ["Hello! Do you want", "3 + 4 = 7."]  # what minisgl answers on real torch


class LiveEngine:
    """The engine in one tab."""

    def __init__(self, page: Page) -> None:
        page.set_default_timeout(PATIENCE)
        self.page = page
        self.sentence = page.locator(".course-engine-sentence")
        self.totals = page.locator(".course-engine-totals")
        self.status = page.locator(".live-engine .course-status")
        self.requests = page.locator(".course-engine-list li")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_ready(self, requests: int) -> None:
        expect(self.requests).to_have_count(requests, timeout=PATIENCE)

    def step(self, number: int) -> None:
        self.button("Step").click()
        expect(self.sentence).to_contain_text(f"Step {number},", timeout=PATIENCE)

    def cells(self, state: str) -> Locator:
        return self.page.locator(f".course-engine-cells .{state}")


def two_prompts(visit: Visit) -> LiveEngine:
    """A new engine with two prompts that begin alike."""
    engine = LiveEngine(visit("en/engine-live/"))
    engine.expect_ready(4)
    engine.button("Start again").click()
    engine.expect_ready(0)
    for number, prompt in enumerate(["Hello!", "What is 3 + 4?"], 1):
        engine.page.get_by_label("Prompt", exact=True).fill(prompt)
        engine.button("Send").click()
        engine.expect_ready(number)
    return engine


def test_two_prompts_share_a_head(visit: Visit) -> None:
    engine = two_prompts(visit)
    expect(engine.sentence).to_contain_text("Prompt 2 waits for the next step")
    engine.step(1)
    expect(engine.sentence).to_contain_text("prompt 1, 56 tokens computed and 0 reused")
    expect(engine.requests.nth(1)).to_contain_text("waits")
    expect(engine.cells("protected")).to_have_count(14)
    engine.step(2)
    found = re.search(r"(\d+) tokens computed and (\d+) reused", engine.sentence.inner_text())
    assert found is not None
    computed, reused = map(int, found.groups())
    assert computed + reused == 62
    assert reused >= 40
    expect(engine.totals).to_contain_text(f"{reused} reused")
    expect(engine.page.locator(".course-tree-picture .node:not(.root)")).to_have_count(3)
    engine.page.get_by_label("Speed").select_option("0")
    engine.button("Run").click()
    expect(engine.requests.nth(0)).to_contain_text(TEXTS[0], timeout=PATIENCE)
    engine.button("Pause").click()
    expect(engine.button("Run")).to_be_visible()
    expect(engine.requests.nth(0)).to_contain_text("runs")
    engine.button("Run").click()
    expect(engine.sentence).to_contain_text("All prompts are answered.", timeout=PATIENCE)
    expect(engine.requests.nth(1)).to_contain_text(TEXTS[1])
    expect(engine.cells("protected")).to_have_count(0)
    assert violations(engine.page) == []
    engine.button("Stop").click()
    expect(engine.status).to_contain_text("Stopped")


def test_in_chinese_on_a_telephone(visit: Visit) -> None:
    engine = LiveEngine(visit("zh/engine-live/", **PHONE))
    engine.expect_ready(4)
    engine.page.get_by_role("button", name="单步").focus()
    engine.page.keyboard.press("Enter")
    expect(engine.sentence).to_contain_text("第 1 步，prefill：提示词 1，计算", timeout=PATIENCE)
    assert engine.page.evaluate(WIDTHS) == [360, 360], engine.page.evaluate(TOO_WIDE)
    engine.page.get_by_role("button", name="停止").click()
    expect(engine.status).to_contain_text("已停止")
