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

Texts are Markdown and may use the directives of the page.
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Callable
from typing import Any

from sitelib import SiteError
from sitelib.material import ChapterPage

Expand = Callable[[str, str], str]


def cards_markdown(chapter: ChapterPage, kind: str, language: str, expand: Expand) -> str:
    """The questions of a kind, in order.

    Args:
        expand: carries out the directives of a text; the second argument is what errors call it.

    Raises:
        SiteError: if there is no such card, or one is not whole.
    """
    place = f"chapters/{chapter.chapter.name}/cards.toml"
    cards = _read(chapter, place)
    chosen = [card for card in cards if card.get("kind") == kind]
    if not chosen:
        kinds = ", ".join(dict.fromkeys(str(card.get("kind")) for card in cards)) or "no card"
        raise SiteError(f"{place} has no card of the kind {kind}; it has {kinds}")
    return "\n\n".join(
        _folded(card, f"{place}, {card.get('id')}", language, expand) for card in chosen
    )


def _folded(card: dict[str, Any], place: str, language: str, expand: Expand) -> str:
    try:
        question, answer = (str(card[part][language]).strip() for part in ("question", "answer"))
    except (KeyError, TypeError):
        raise SiteError(f"{place}: question or answer has no {language}") from None
    title = " ".join(expand(question, place).split()).replace('"', "&quot;")
    return f'??? question "{title}"\n{textwrap.indent(expand(answer, place), "    ")}'


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
    return list(cards)
