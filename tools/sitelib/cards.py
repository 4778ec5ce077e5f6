"""Questions with folded answers, from ``chapters/chNN_slug/cards.toml``:

    [[card]]
    id = "trie-or-radix"
    kind = "self_test"      # what cards("self_test") shows
    [card.question]
    en = "…"
    zh = "…"
    [card.answer]
    en = "…"
    zh = "…"

Texts are Markdown and may use the directives of the page. The id, with its chapter, is what a
reader's progress knows the card by: it stays when the texts change.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sitelib import SiteError
from sitelib.material import ChapterPage

Expand = Callable[[str, str], str]


ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
KINDS = ("self_test", "exercise")


@dataclass(frozen=True)
class Card:
    """One question with its answer, in Markdown, its directives carried out.

    Attributes:
        name: like ``ch09/trie-or-radix``.
        kind: one of KINDS.
        question: without line ends.
    """

    name: str
    kind: str
    question: str
    answer: str

    def folded(self) -> str:
        """The question with its answer folded below it."""
        title = self.question.replace('"', "&quot;")
        return f'??? question "{title}"\n{textwrap.indent(self.answer, "    ")}'


def cards_markdown(chapter: ChapterPage, kind: str, language: str, expand: Expand) -> str:
    """The questions of a kind, in order.

    Args:
        expand: carries out the directives of a text; the second argument is what errors call it.

    Raises:
        SiteError: if there is no such card, or one is not whole.
    """
    cards = read_cards(chapter, language, expand)
    chosen = [card for card in cards if card.kind == kind]
    if not chosen:
        kinds = ", ".join(dict.fromkeys(card.kind for card in cards)) or "no card"
        place = f"chapters/{chapter.chapter.name}/cards.toml"
        raise SiteError(f"{place} has no card of the kind {kind}; it has {kinds}")
    return "\n\n".join(card.folded() for card in chosen)


def has_cards(chapter: ChapterPage) -> bool:
    return (chapter.chapter.folder / "cards.toml").is_file()


def read_cards(chapter: ChapterPage, language: str, expand: Expand) -> list[Card]:
    """The cards of a chapter, in the order of the file.

    Raises:
        SiteError: if the file cannot be read, or a card is not whole.
    """
    place = f"chapters/{chapter.chapter.name}/cards.toml"
    cards = []
    for card in _read(chapter, place):
        here = f"{place}, {card['id']}"
        if card.get("kind") not in KINDS:
            raise SiteError(f"{here}: the kind is {card.get('kind')!r}, not one of {KINDS}")
        try:
            texts = [str(card[part][language]).strip() for part in ("question", "answer")]
        except (KeyError, TypeError):
            raise SiteError(f"{here}: question or answer has no {language}") from None
        question, answer = (expand(text, here) for text in texts)
        name = f"ch{chapter.number:02}/{card['id']}"
        cards.append(Card(name, card["kind"], " ".join(question.split()), answer))
    return cards


def _read(chapter: ChapterPage, place: str) -> list[dict[str, Any]]:
    file = chapter.chapter.folder / "cards.toml"
    try:
        cards = tomllib.loads(file.read_text(encoding="utf-8")).get("card", [])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SiteError(f"{place}: {error}") from None
    ids = [card.get("id") for card in cards]
    for name in ids:
        if not isinstance(name, str) or ids.count(name) != 1:
            raise SiteError(f"{place}: every card needs an id of its own, and one has {name!r}")
        if not ID.fullmatch(name):
            raise SiteError(f"{place}: the id {name!r} is not like trie-or-radix")
    return list(cards)
