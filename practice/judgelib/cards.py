"""The review cards of a progress file: what the scheduler, FSRS, knows of each card.

    {"ch09/who-may-go": {"due": "2026-12-04T09:30:00.000Z", "stability": 2.3065,
     "difficulty": 2.11810397, "scheduled_days": 2, "learning_steps": 0, "reps": 2, "lapses": 0,
     "state": 2, "last_review": "2026-12-02T09:30:00.000Z"}}

Only the browser reviews cards. Here they are read, kept and merged, by the rules of
site/web/source/cards/entries.ts. A card that was never reviewed has no entry.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from kernel.values import short

Cards = dict[str, dict[str, Any]]

TIMES = ("due", "last_review")
TIME = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
# The least and the most of each number, as FSRS has them; the counts are whole.
MEASURES = {"stability": (0.001, 36500), "difficulty": (1, 10)}
COUNTS = {
    "scheduled_days": (0, 36500),
    "learning_steps": (0, 100),
    "reps": (1, 10**9),
    "lapses": (0, 10**9),
    "state": (1, 3),  # learning, review, learning again
}


def parse_cards(cards: Any) -> Cards:
    """The cards of a progress file, checked. Fields that are not known stay as they are.

    Raises:
        ValueError: if a card is not whole.
    """
    if not isinstance(cards, dict):
        raise ValueError(f"cards is {short(cards)}")
    for name, card in cards.items():
        for field in (*TIMES, *MEASURES, *COUNTS):
            if not isinstance(card, dict) or field not in card:
                raise ValueError(f"card {name} has no {field}")
            if not _is_good(field, card[field]):
                raise ValueError(f"card {name}: {field} is {short(card[field])}")
    return cards


def _is_good(field: str, value: Any) -> bool:
    if field in TIMES:
        return isinstance(value, str) and _is_time(value)
    if type(value) not in (int, float):
        return False
    least, most = (MEASURES | COUNTS)[field]
    return least <= value <= most and (field in MEASURES or value == int(value))


def _is_time(text: str) -> bool:
    """Whether it is what JavaScript writes of a time: such texts are in order as the times are."""
    try:
        return bool(TIME.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def merge_cards(ours: Cards, theirs: Cards) -> int:
    """Take in other cards: of two entries, that of the later review stays.

    Returns:
        How many were taken.
    """
    taken = 0
    for name, card in theirs.items():
        if name not in ours or ours[name]["last_review"] < card["last_review"]:
            ours[name] = card
            taken += 1
    return taken
