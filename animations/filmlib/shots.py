"""A film as a list of shots: a picture, the words said with it, and how long both stay."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from filmlib.changes import SAID, change
from filmlib.picture import HEIGHT, LINE, WIDTH, Picture, Text, text_width, wrap
from filmlib.settings import FRAMES

Words = dict[str, str]
# Words, or Chinese characters, that can be read in the shortest time, and seconds for each beyond.
READING = {"en": (6, 0.28), "zh": (8, 0.22)}
SHORTEST = 2.2  # seconds that any words stay
SETTLE = 0.6  # seconds that a picture stands still at least
# Between words, after a Chinese mark; before a number only where a sentence or a part of it ends.
BREAKS = re.compile(r"(?<=[.:;]) | (?!\d)|[，。；：]")
SAID_TOP, SAID_STEP, SAID_WIDTH = 648, 42, WIDTH - 120


@dataclass(frozen=True)
class Shot:
    """
    Attributes:
        words: in every language; None says nothing new and leaves the last words where they are.
        still: belongs to the strip for readers who do not play films.
        poster: stands for the film before it is played.
    """

    picture: Picture
    words: Words | None = None
    still: bool = False
    poster: bool = False


@dataclass(frozen=True)
class Film:
    """A film in one language: its shots, each picture with the words below it, and their times."""

    shots: list[Shot]
    times: list[float]  # seconds that each shot takes, its way from the last picture included

    @property
    def seconds(self) -> float:
        return sum(self.times)

    def starts(self) -> list[float]:
        return [sum(self.times[:place]) for place in range(len(self.times))]


def make_film(shots: Sequence[Shot], language: str) -> Film:
    """Write the words below the pictures. All languages have the same times, so that the captions
    of one fit the film of the other."""
    shown: list[Shot] = []
    seconds: list[float] = []
    said: Words = {}
    for shot in shots:
        said = shot.words or said
        assert said, "a film begins with words"
        picture = shot.picture | said_lines(said, language)
        before = shown[-1].picture if shown else {}
        shown.append(Shot(picture, shot.words, shot.still, shot.poster))
        seconds.append(change(before, picture).seconds + SETTLE)
    for first, end in spoken(shown):
        words = shown[first].words
        assert words is not None
        # What is missing for reading comes before the picture goes on.
        seconds[first] += max(0.0, reading_time(words) - sum(seconds[first:end]))
    return Film(shown, [math.ceil(one * FRAMES - 1e-6) / FRAMES for one in seconds])


def spoken(shots: Sequence[Shot]) -> list[tuple[int, int]]:
    """For each words that are said, the shot that they begin with and the one before which they
    end."""
    begins = [place for place, shot in enumerate(shots) if shot.words is not None]
    return list(pairwise([*begins, len(shots)]))


def frame_counts(film: Film) -> list[int]:
    """How often each frame is shown that is drawn: those that move once, the last of a shot until
    the shot is over."""
    counts: list[int] = []
    before: Picture = {}
    for shot, seconds in zip(film.shots, film.times, strict=True):
        moving = round(change(before, shot.picture).seconds * FRAMES)
        counts += [1] * moving + [round(seconds * FRAMES) - moving]
        before = shot.picture
    return counts


def said_lines(words: Words, language: str) -> Picture:
    lines = balanced(words[language])
    top = SAID_TOP + (SAID_STEP / 2 if len(lines) == 1 else 0)
    return {
        f"{SAID} {line}": Text(WIDTH / 2, top + SAID_STEP * place, line, LINE)
        for place, line in enumerate(lines)
    }


def balanced(words: str) -> list[str]:
    """One line, or two of about the same length, rather after a mark than within a phrase."""
    lines = wrap(words, LINE, SAID_WIDTH)
    assert len(lines) <= 2, f"too long for two lines: {words}"
    if len(lines) == 1:
        return lines
    breaks = [found.end() for found in BREAKS.finditer(words[:-1])]
    halves = [[words[:place].rstrip(), words[place:]] for place in breaks]
    return min(halves, key=_cost)


def _cost(halves: list[str]) -> float:
    """The width of the wider line, and more where the break is a worse one."""
    width = max(text_width(half, LINE) for half in halves)
    if width > SAID_WIDTH:
        return math.inf
    last = halves[0][-1]
    return width * (1.0 if last in ".;。；" else 1.15 if last in ",:，：" else 1.4)


def reading_time(words: Words) -> float:
    """Seconds for the slower of the languages. In Chinese a Latin word is read like two
    characters, a single letter and a digit like one, and marks take no time."""
    latin = re.sub(r"[A-Za-z_]{2,}", "ab", words["zh"])
    counts = {"en": len(words["en"].split()), "zh": len(re.sub(r"[^\w]", "", latin))}
    beyond = (each * (counts[name] - free) for name, (free, each) in READING.items())
    return SHORTEST + max(0.0, *beyond)


def as_text(film: Film) -> str:
    """All that decides what a film shows, as text."""
    shots = [
        {
            "picture": {
                key: [type(shape).__name__, asdict(shape)] for key, shape in shot.picture.items()
            },
            "words": shot.words,
            "still": shot.still,
            "poster": shot.poster,
        }
        for shot in film.shots
    ]
    return json.dumps({"shots": shots, "times": film.times}, ensure_ascii=False, sort_keys=True)


def title_line(words: str, *, code: bool = False, size: float = 30) -> Text:
    """The line at the top left that says what is being done."""
    assert text_width(words, size, code=code) < WIDTH / 2 - 40, f"too long for the top: {words}"
    return Text(40, 38, words, size, align="left", code=code)


assert SAID_TOP + SAID_STEP + LINE / 2 < HEIGHT
