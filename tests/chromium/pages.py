"""One page of each kind."""

from __future__ import annotations

from playwright.sync_api import Page, expect

LANGUAGES = ("en", "zh")
KINDS = {
    "home": "",
    "how": "how-to-use/",
    "chapter": "chapters/09-radix-cache/",
    "problem": "problems/193-radix-cache/",
    "list": "problems/",
    "tree": "radix-tree/",
    "engine": "engine-live/",
    "cards": "cards/",
    "progress": "progress/",
    "judge": "judge/",
    "setup": "setup/",
    "torch": "torch-in-the-browser/",
    "glossary": "glossary/",
    "contributing": "contributing/",
}

# The last that a script adds to a page.
ADDED = {
    "problem": ".cm-content",
    "list": ".course-filters",
    "tree": ".course-tree-list li",
    "engine": ".course-engine-list li",
    "cards": ".course-due p",
    "progress": ".course-next",
    "chapter": ".chapter-progress meter",
}


def address(kind: str, language: str) -> str:
    return f"{language}/{KINDS[kind]}"


def wait_for_all(page: Page, kind: str) -> None:
    """Until the page, which is of that kind, has what its scripts add."""
    if kind in ADDED:
        expect(page.locator(ADDED[kind]).first).to_be_attached()
