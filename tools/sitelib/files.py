"""A page for every file of every chapter's tree: highlighted, each line with an anchor.

Both editions share these pages. A file that a chapter leaves as it was has its page with the
chapter that last touched it, so that nothing is there twice.
"""

from __future__ import annotations

import html
from pathlib import Path

import jinja2
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename

from sitelib import ROOT, SiteError
from sitelib.listings import file_text, own_files
from sitelib.material import ChapterPage, Material
from sitelib.trees import file_states

FOLDER = "files"
TEMPLATE = ROOT / "site" / "templates" / "file.html"


def file_page(material: Material, chapter: ChapterPage | None, path: str) -> str:
    """The page of a file as a chapter has it, relative to the root of the site.

    Raises:
        SiteError: if the chapter has no such file.
    """
    chapters = [one for one in material.chapters if chapter is None or one.number <= chapter.number]
    if chapter is not None and path in own_files(chapter):
        return _address(chapter, path)
    for one in reversed(chapters):
        if file_states(material, one).get(path, "unchanged") != "unchanged":
            return _address(one, path)
    raise SiteError(f"no chapter has a file {path}")


def write_file_pages(material: Material, target: Path) -> None:
    """Every page of a file; ``target`` is the folder ``files`` of the site."""
    template = jinja2.Template(TEMPLATE.read_text(encoding="utf-8"), autoescape=True)
    for chapter in material.chapters:
        states = file_states(material, chapter) | dict.fromkeys(own_files(chapter), "new")
        for path in (path for path, state in states.items() if state != "unchanged"):
            file = target / _address(chapter, path).removeprefix(f"{FOLDER}/")
            file.parent.mkdir(parents=True, exist_ok=True)
            page = template.render(
                path=path,
                chapter=chapter,
                root="../" * _address(chapter, path).count("/"),
                code=_highlighted(file_text(material, chapter, path), path),
            )
            file.write_text(page, encoding="utf-8")


def _address(chapter: ChapterPage, path: str) -> str:
    return f"{FOLDER}/{chapter.slug}/{path}.html"


def _highlighted(text: str, path: str) -> str:
    """The lines of a file, ``<span id="L1">`` and so on."""
    formatter = HtmlFormatter(nowrap=True)
    lexer = get_lexer_for_filename(path, stripnl=False, ensurenl=False)
    shown = highlight(text, lexer, formatter).rstrip("\n") if text.strip() else html.escape(text)
    lines = shown.split("\n")
    return "\n".join(f'<span id="L{i}">{line}</span>' for i, line in enumerate(lines, start=1))
