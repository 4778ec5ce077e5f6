"""The page of review cards: a table of the chapters that have some, and all their cards, folded.

The front end reads the cards from this list, so that what is reviewed is what the page shows.
"""

from __future__ import annotations

import html

from sitelib.cards import Card
from sitelib.material import ChapterPage
from sitelib.tables import Address
from sitelib.words import WORDS

ChapterCards = list[tuple[ChapterPage, list[Card]]]


def card_table(chapters: ChapterCards, language: str) -> str:
    """A row a chapter; the front end fills in what is chosen, due and new."""
    words = WORDS[language]
    titles = ("chosen", "chapter", "cards", "due", "not seen")
    head = "".join(f'<th scope="col">{words[title]}</th>' for title in titles)
    lines = [f'<table id="card-chapters">\n<thead><tr>{head}</tr></thead>\n<tbody>']
    for chapter, cards in chapters:
        lines.append(
            f'<tr data-chapter="{chapter.number}"><td class="chosen"></td>'
            f'<td><a href="#{anchor(chapter)}">{_title(chapter, language)}</a></td>'
            f'<td>{len(cards)}</td><td class="due"></td><td class="unseen"></td></tr>'
        )
    return "\n".join([*lines, "</tbody>", "</table>"])


def card_list(chapters: ChapterCards, language: str, address: Address) -> str:
    """Every card by chapter, as Markdown."""
    parts = []
    for chapter, cards in chapters:
        link = f"[{_title(chapter, language)}]({address('chapters/' + chapter.slug)})"
        heading = f"### {link} {{: #{anchor(chapter)} }}"
        parts.append("\n\n".join([heading, *map(_marked, cards)]))
    return "\n\n".join(parts)


def _marked(card: Card) -> str:
    head = f'<div class="course-card" data-card="{card.name}" markdown>'
    return f"{head}\n\n{card.folded()}\n\n</div>"


def anchor(chapter: ChapterPage) -> str:
    return f"cards-{chapter.number}"


def _title(chapter: ChapterPage, language: str) -> str:
    return html.escape(f"{chapter.number}. {chapter.short_title(language)}", quote=False)
