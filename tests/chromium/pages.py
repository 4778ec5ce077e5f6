"""One page of each kind."""

from __future__ import annotations

from playwright.sync_api import Page, expect

LANGUAGES = ("en", "zh")
KINDS = {
    "home": "",
    "chapter": "chapters/09-radix-cache/",
    "problem": "problems/193-radix-cache/",
    "list": "problems/",
    "progress": "progress/",
    "judge": "judge/",
    "setup": "setup/",
    "torch": "torch-in-the-browser/",
    "glossary": "glossary/",
}

# What a script adds to a page: then it is whole.
ADDED = {
    "problem": ".cm-content",
    "list": ".course-filters",
    "progress": ".course-next",
    "chapter": ".chapter-progress meter",
}


def go_to(page: Page, language: str, kind: str) -> None:
    """Open the page of a kind, and wait until it is whole."""
    page.goto(f"{language}/{KINDS[kind]}")
    if kind in ADDED:
        expect(page.locator(ADDED[kind]).first).to_be_attached()
