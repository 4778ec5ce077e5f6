"""The words of the course, from site/pages/glossary.toml: a table with a row for each."""

from __future__ import annotations

import html
import re
import tomllib
from typing import Any

from sitelib import SiteError
from sitelib.material import Material
from sitelib.tables import Address
from sitelib.words import LANGUAGES, OTHER, WORDS

PLACE = "site/pages/glossary.toml"


def glossary_table(material: Material, language: str, address: Address) -> str:
    """Every term, its word in the other language, what it means, and where it first appears.

    Raises:
        SiteError: if a term is not whole, or its chapter is not there.
    """
    words = WORDS[language]
    titles = ("term", "in the other language", "meaning", "chapter")
    head = "".join(f'<th scope="col">{words[title]}</th>' for title in titles)
    lines = [f'<div class="glossary"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>']
    for term in read_terms(material):
        chapter = material.chapter(term["chapter"])
        here, there, meaning = (
            html.escape(text, quote=False)
            for text in (term[language], term[OTHER[language]], term["definition"][language])
        )
        meaning = re.sub("`([^`]+)`", r"<code>\1</code>", meaning)
        lines.append(
            f'<tr id="{_anchor(term)}"><td>{here}</td><td lang="{OTHER[language]}">{there}</td>'
            f'<td>{meaning}</td><td><a href="{address("chapters/" + chapter.slug)}">'
            f"{chapter.number}</a></td></tr>"
        )
    return "\n".join([*lines, "</tbody>", "</table></div>"])


def read_terms(material: Material) -> list[dict[str, Any]]:
    """The terms, in the order of the file."""
    try:
        text = (material.root / PLACE).read_text(encoding="utf-8")
        terms: list[dict[str, Any]] = tomllib.loads(text).get("term", [])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SiteError(f"{PLACE}: {error}") from None
    anchors = [_anchor(term) for term in terms]
    for term, anchor in zip(terms, anchors, strict=True):
        texts = [term.get(one) for one in LANGUAGES]
        texts += [term.get("definition", {}).get(one) for one in LANGUAGES]
        if not all(isinstance(one, str) for one in texts) or not isinstance(term["chapter"], int):
            raise SiteError(f"{PLACE}: {term.get('en')!r} needs en, zh, chapter and a definition")
        if anchors.count(anchor) != 1:
            raise SiteError(f"{PLACE}: {term['en']!r} is there twice")
    return terms


def _anchor(term: dict[str, Any]) -> str:
    return "term-" + re.sub(r"\W+", "-", str(term.get("en"))).strip("-").lower()
