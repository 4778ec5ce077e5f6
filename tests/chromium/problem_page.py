"""The page of a problem, as a reader uses it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

WORDS = {
    "en": ("Your program", "Run examples", "Submit", "Stop"),
    "zh": ("你的程序", "运行示例", "提交", "停止"),
}


class ProblemPage:
    """One problem in one tab."""

    def __init__(self, page: Page, language: str = "en") -> None:
        """Take a page that shows a problem, or will."""
        editor, run, submit, stop = WORDS[language]
        self.page = page
        self.editor = page.get_by_label(editor)
        self.run = page.get_by_role("button", name=run)
        self.submit = page.get_by_role("button", name=submit, exact=True)
        self.stop = page.get_by_role("button", name=stop, exact=True)
        self.status = page.locator(".course-status")
        self.summary = page.locator(".course-summary")
        self.tests = page.locator(".course-test")
        self.results = page.locator(".course-shown")

    def judge(self, code: str) -> None:
        """Put a program in the place of what is in the editor, and submit it."""
        self.editor.fill(code)
        self.submit.click()

    def expect_verdict(self, status: str) -> None:
        """Wait for a verdict of this status."""
        expect(self.summary).to_have_class(f"course-summary {status}")

    def expect_accepted(self, code: str) -> None:
        """Judge a right program, with whatever became of the one before it."""
        self.judge(code)
        self.expect_verdict("accepted")

    def expect_code(self, code: str) -> None:
        """Wait until the editor has a text, not longer than what it shows at once."""
        expect(self.editor.locator(".cm-line")).to_have_text(code.split("\n"))

    def saved(self, name: str) -> dict[str, Any]:
        """What the browser keeps of a problem."""
        return saved(self.page, name)


def key_of(name: str) -> str:
    """Under which a browser keeps what a reader has done of a problem."""
    return f"minisgl-course/problem/{name}"


def saved(page: Page, name: str) -> dict[str, Any]:
    """What the browser keeps of a problem."""
    text = page.evaluate("key => localStorage.getItem(key)", key_of(name))
    assert text is not None
    return dict(json.loads(text))


def save(page: Page, name: str, **entry: Any) -> None:
    """Have the browser keep something of a problem, as if it had been done before."""
    put = "([key, text]) => localStorage.setItem(key, text)"
    page.evaluate(put, [key_of(name), json.dumps(entry)])
