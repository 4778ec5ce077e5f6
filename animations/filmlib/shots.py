"""A film as a list of shots: a picture, the words said with it, and how long both stay."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from filmlib.changes import SAID, change
from filmlib.picture import HEIGHT, LINE, WIDTH, Picture, Text, text_width, wrap
from filmlib.settings import FRAMES

Words = dict[str, str]
READING = {"en": 18.0, "zh": 7.5}  # letters a second, unhurried
SETTLE = 1.0  # seconds that a picture stands still at least
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
    times: list[float] = []
    said: Words = {}
    for shot in shots:
        said = shot.words or said
        assert said, "a film begins with words"
        picture = shot.picture | said_lines(said, language)
        before = shown[-1].picture if shown else {}
        shown.append(Shot(picture, shot.words, shot.still, shot.poster))
        reading = reading_time(shot.words) if shot.words else 0.0
        seconds = max(change(before, picture).seconds + SETTLE, reading)
        times.append(round(seconds * FRAMES) / FRAMES)
    return Film(shown, times)


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
    """One line, or two of about the same length; Chinese best breaks after a mark."""
    lines = wrap(words, LINE, SAID_WIDTH)
    assert len(lines) <= 2, f"too long for two lines: {words}"
    if len(lines) == 1:
        return lines
    breaks = [found.end() for found in re.finditer("[，。；：、]", words[:-1])]
    halves = [(words[:place], words[place:].lstrip()) for place in breaks]
    widths = [max(text_width(half, LINE) for half in pair) for pair in halves]
    if widths and min(widths) <= SAID_WIDTH:
        return list(halves[widths.index(min(widths))])
    width = float(SAID_WIDTH)
    while len(narrower := wrap(words, LINE, width - 20)) == 2:
        lines, width = narrower, width - 20
    return lines


def reading_time(words: Words) -> float:
    """Seconds for the slower of the languages. In Chinese a Latin word is read like two letters."""
    counts = {
        "en": len(words["en"]),
        "zh": len(re.sub(r"[\w.]+", "ab", words["zh"], flags=re.ASCII)),
    }
    return max(0.7 + counts[language] / READING[language] for language in READING)


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
