"""A site of three chapters, two problems and six texts, small enough to know what it must say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sitelib import SiteError
from sitelib.directives import Directives
from sitelib.expand import expand
from sitelib.material import Material
from sitelib.pages import TEXTS, Page, all_pages, find_page
from synthetic_course import MANIFESTS, make_course, manifest, write

MINUTES = {"ch01_one": 10, "ch02_two": 20, "ch03_three": 30}
PROBLEM = """title = {{ en = "{en}", zh = "{zh}" }}
chapter = {chapter}
kind = "write"
difficulty = "easy"
tags = ["counting"]
needs = {needs}
time_limit = 5

[rules]
"two is two" = "二就是二"
"""
HINTS = """[[hint]]
en = "One."
zh = "一。"
"""
PROBLEMS = {
    "021-count": {"en": "Count", "zh": "数数", "chapter": 1, "needs": "[]"},
    "041-box": {"en": "A <box>", "zh": "盒子", "chapter": 2, "needs": '["torch"]'},
}
GLOSSARY = """[[term]]
en = "KV cache"
zh = "KV 缓存"
chapter = 2
definition = { en = "What `k` < v keeps.", zh = "留下的东西。" }
"""
STRENGTH = {"alternatives": 1, "equivalent": 1, "mutants": 5, "rejected": 6, "tests": 3}


def make_site(root: Path) -> Material:
    """Write the site below ``root`` and load it."""
    course = make_course(root)
    for stage, (name, minutes) in zip((1, 1, 2), MINUTES.items(), strict=True):
        problems = {"ch01_one": [21], "ch02_two": [41]}.get(name, [])
        head = f"minutes = {minutes}\nstage = {stage}\n"
        write(
            manifest(course, name),
            f"{head}{MANIFESTS[name]}\n[practice]\nproblems = {problems}\n",
        )
        for language in ("en", "zh"):
            text = f"# {name} {language}\n\nA paragraph.\n"
            write(root / "chapters" / name / f"index.{language}.md", text)
    for name in TEXTS:
        for language in ("en", "zh"):
            write(root / "site" / "pages" / f"{name}.{language}.md", f"# {name} {language}\n")
    write(root / "site" / "pages" / "glossary.toml", GLOSSARY)
    for name, about in PROBLEMS.items():
        write_problem(root / "practice" / "problems" / name, about)
    figures = {name: {**STRENGTH, "wrong": {"one": {}, "two": {}}} for name in PROBLEMS}
    write(root / "practice" / "strength.json", json.dumps({"schema": 1, "problems": figures}))
    return Material(root)


def write_problem(folder: Path, about: dict[str, object]) -> None:
    write(folder / "problem.toml", PROBLEM.format(**about))
    write(folder / "hints.toml", HINTS)
    write(folder / "statement.en.md", "Count to `n`.\n\n<!-- example -->\n")
    write(folder / "statement.zh.md", "数到 `n`。\n\n<!-- example -->\n")
    write(
        folder / "starter.py", "def count(n):\n    raise NotImplementedError('not written yet')\n"
    )
    write(folder / "solution.py", "def count(n):\n    return n\n")
    write(folder / "alternatives" / "other.py", "def count(n):\n    return n + 0\n")
    write(folder / "tests.py", "def test_example_two():\n    assert count(2) == 2, 'two is two'\n")


def expanded(material: Material, page: str, text: str, language: str = "en") -> str:
    """What a text becomes on a page of the site."""
    pages = all_pages(material)
    directives = Directives(material, pages, find_page(pages, page), language)
    return expand(text, "site/pages/a.en.md", directives.names())


def refused(material: Material, page: str, text: str, message: str) -> None:
    """The text stops the build with this message."""
    with pytest.raises(SiteError, match=re.escape(message)):
        expanded(material, page, text)


def page_of(material: Material, name: str) -> Page:
    return find_page(all_pages(material), name)
