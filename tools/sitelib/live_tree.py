"""The radix tree that readers drive: its place in a page, and chapter 9's minisgl for the browser.

The engine in the wheels is the finished one, whose cache cuts its nodes later (chapter 10). What
is driven is the cache as chapter 9 has it, which is also what problem 193 asks for.
"""

from __future__ import annotations

import json
from pathlib import Path

from sitelib import SiteError
from sitelib.material import Material
from sitelib.words import WORDS

CHAPTER = 9
CLASS_FILE = "minisgl/kvcache/radix_cache.py"
# What an import of that file takes.
PARTS = ("__init__.py", "core.py", "env.py", "distributed/", "kernel/", "kvcache/", "utils/")
SOURCES = "radix_tree.json"


def sources(material: Material) -> dict[str, str]:
    """The files that the worker writes down, texts by path.

    Raises:
        SiteError: if chapter 9 has no radix cache.
    """
    tree = material.course.tree(CHAPTER)
    if CLASS_FILE not in tree:
        raise SiteError(f"chapter {CHAPTER} has no {CLASS_FILE}: see its chapter.toml")
    wanted = tuple(f"minisgl/{part}" for part in PARTS)
    return {path: text for path, text in tree.items() if path.startswith(wanted)}


def write_sources(material: Material, target: Path) -> None:
    """data/radix_tree.json, with ``target`` for ``data``; none without chapter 9."""
    if CHAPTER not in (chapter.number for chapter in material.course.chapters):
        return
    text = json.dumps(sources(material), ensure_ascii=False, separators=(",", ":"))
    (target / SOURCES).write_text(text, encoding="utf-8")


def live_tree_html(language: str, picture: str, waits: bool) -> str:
    """The place that the front end fills, and what stands there without it.

    Args:
        picture: chapter 9's tree as an SVG.
        waits: whether Python, which is some megabytes, is loaded only when the reader asks for it.
    """
    start = "asked" if waits else "at once"
    return "\n".join(
        (
            f'<div class="live-tree" data-start="{start}">',
            f"<p>{WORDS[language]['live tree']}</p>",
            f'<div class="picture">\n{picture}</div>',
            "</div>",
        )
    )
