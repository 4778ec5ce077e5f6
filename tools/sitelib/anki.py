"""The review cards as a text file for Anki, one a language.

A text file and no package: Anki reads it without a plug-in, its form is documented
(https://docs.ankiweb.net/importing/text-files.html), and nothing but the standard library is needed
to write it. The guid of a note is the name of its card: to import a newer file changes the notes
that are there and leaves what has been learnt of them.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import markdown

from sitelib.cards import Card
from sitelib.chinese import join_lines
from sitelib.directives import chapters_with_cards
from sitelib.material import ChapterPage, Material
from sitelib.pages import all_pages, find_page
from sitelib.words import LANGUAGES, WORDS

FOLDER = "anki"
HEADERS = """#separator:tab
#html:true
#notetype:{notetype}
#guid column:3
#deck column:4
#tags column:5
"""
# Those of mkdocs.yml that make other elements; code has no colours there.
EXTENSIONS = ("attr_list", "def_list", "md_in_html", "tables", "pymdownx.superfences")
SETTINGS = {"pymdownx.highlight": {"use_pygments": False}}
LINK_INSIDE = re.compile(r'<a (?:[^>]* )?href="(?!https:)[^>]*>(.*?)</a>', re.DOTALL)


def file_name(language: str) -> str:
    return f"mini-sglang-by-hand.{language}.txt"


def write_anki(material: Material, target: Path) -> None:
    """A file for each language; ``target`` is the folder ``anki`` of the site."""
    for language in LANGUAGES:
        text = anki_text(material, language)
        (target / file_name(language)).write_text(text, encoding="utf-8", newline="\n")


def anki_text(material: Material, language: str) -> str:
    """A note a card: question, answer, guid, deck, tags."""
    pages = all_pages(material)
    file = io.StringIO()
    rows = csv.writer(file, dialect="excel-tab", lineterminator="\n", quoting=csv.QUOTE_ALL)
    chapters = chapters_with_cards(material, pages, find_page(pages, "cards"), language)
    for chapter, cards in chapters:
        for card in cards:
            rows.writerow(_note(chapter, card, language))
    return HEADERS.format(notetype=WORDS[language]["anki basic"]) + file.getvalue()


def _note(chapter: ChapterPage, card: Card, language: str) -> list[str]:
    title = f"{chapter.number:02} {chapter.short_title(language)}"
    return [
        _html(card.question, language).removeprefix("<p>").removesuffix("</p>"),
        _html(card.answer, language),
        f"minisgl-course/{language}/{card.name}",
        f"{WORDS[language]['site']}::{title.replace('::', ': ')}",
        f"minisgl::ch{chapter.number:02} minisgl::{card.kind}",
    ]


def _html(text: str, language: str) -> str:
    """Markdown as HTML. Links within the site become their words: Anki is elsewhere."""
    text = join_lines(text) if language == "zh" else text
    shown = markdown.markdown(
        text, extensions=["pymdownx.highlight", *EXTENSIONS], extension_configs=SETTINGS
    )
    return LINK_INSIDE.sub(r"\1", shown)
