"""Whether a text is a story that the grammar could have told."""

from __future__ import annotations

import re
from functools import cache

from story_model.stories import ADJECTIVES, ENDINGS, FOODS, OPENINGS, PLACES, PLOTS, WEATHERS
from story_model.words import ANIMALS, COLORS, NAMES, SHE, THINGS, with_article

_WORDS = {
    "hero": NAMES,
    "animal": ANIMALS,
    "friend": NAMES,
    "friend_animal": ANIMALS,
    "thing": THINGS,
    "color": COLORS,
    "color_a": tuple(map(with_article, COLORS)),
    "adjective_a": tuple(map(with_article, ADJECTIVES)),
    "weather": WEATHERS,
    "place": PLACES,
    "food": FOODS,
    "he": ("she", "he"),
    "He": ("She", "He"),
    "him": ("her", "him"),
}


def _pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern: a field that comes again must have the same word again."""
    pattern, seen = "", set()
    for index, part in enumerate(re.split(r"\{(\w+)\}", template)):
        if index % 2 == 0:
            pattern += re.escape(part)
        elif part in seen:
            pattern += f"(?P={part})"
        else:
            pattern += f"(?P<{part}>{'|'.join(map(re.escape, _WORDS[part]))})"
            seen.add(part)
    return re.compile(pattern)


@cache
def _patterns() -> list[re.Pattern[str]]:
    return [
        _pattern(" ".join([opening, *plot.sentences, ending]))
        for plot in PLOTS
        for opening in OPENINGS
        for ending in ENDINGS
    ]


def read_story(text: str) -> dict[str, str] | None:
    """The words that fill the story's fields, or None if the grammar cannot tell it."""
    for pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is None:
            continue
        words = match.groupdict()
        she = words["hero"] in SHE
        pronouns = {"he": "she", "He": "She", "him": "her"} if she else {}
        pronouns = pronouns or {"he": "he", "He": "He", "him": "him"}
        agrees = all(words.get(key) in (None, word) for key, word in pronouns.items())
        return words if agrees and words["friend"] != words["hero"] else None
    return None
