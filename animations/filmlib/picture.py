"""Pictures as plain values: what stands where, in pixels of 1280 by 720, y downwards.

A picture is a dictionary of shapes by key. From one picture to the next a shape with the same key
moves and changes; one whose key is new fades in, and one whose key is gone fades out.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal, NamedTuple

WIDTH, HEIGHT = 1280, 720
CELL_WIDTH, CELL_HEIGHT = 62, 70
LABEL, SMALL, LINE = 32, 24, 32  # sizes of letters, the smallest still legible at half size

WIDTHS = (
    (0.23, " "),
    (0.3, "',.:;ijlI|"),
    (0.38, "!()[]{}-ft/r"),
    (0.5, 'szxcvy"'),
    (0.93, "mwMW%@"),
)

State = Literal["free", "evictable", "protected", "written", "plain"]
Tint = Literal["ink", "quiet", "mark", "free", "evictable", "protected", "written"]


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, slack: float = 1.0) -> bool:
        """Whether both have more than ``slack`` pixels in common in both directions."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > slack and high > slack

    def inside(self, other: Box) -> bool:
        return (
            other.left <= self.left
            and other.top <= self.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )


SCREEN = Box(0, 0, WIDTH, HEIGHT)


@dataclass(frozen=True)
class Cell:
    """A slot or a token: ``label`` above ``under``, around the centre (x, y).

    Attributes:
        state: what the colour means; "plain" is none of the states.
        marked: has the ring of what is looked at now.
        size: of the letters of the label.
    """

    x: float
    y: float
    label: str
    under: str = ""
    state: State = "plain"
    marked: bool = False
    width: float = CELL_WIDTH
    height: float = CELL_HEIGHT
    size: float = LABEL

    @property
    def box(self) -> Box:
        return _around(self.x, self.y, self.width, self.height)


@dataclass(frozen=True)
class Card:
    """A frame around cells, with the centre (x, y)."""

    x: float
    y: float
    width: float
    height: float
    tint: Tint = "quiet"

    @property
    def box(self) -> Box:
        return _around(self.x, self.y, self.width, self.height)


@dataclass(frozen=True)
class Text:
    """One line of words; (x, y) is its middle, or that of its left or right end."""

    x: float
    y: float
    words: str
    size: float = SMALL
    tint: Tint = "ink"
    align: Literal["left", "centre", "right"] = "centre"
    code: bool = False

    @property
    def box(self) -> Box:
        width = text_width(self.words, self.size, code=self.code)
        left = {"left": self.x, "centre": self.x - width / 2, "right": self.x - width}[self.align]
        return Box(left, self.y - self.size / 2, left + width, self.y + self.size / 2)


@dataclass(frozen=True)
class Line:
    """From (x, y) to (x2, y2), ``weight`` pixels wide."""

    x: float
    y: float
    x2: float
    y2: float
    tint: Tint = "quiet"
    weight: float = 3

    @property
    def box(self) -> Box:
        xs, ys = sorted((self.x, self.x2)), sorted((self.y, self.y2))
        return Box(xs[0], ys[0], xs[1], ys[1])


Shape = Cell | Card | Text | Line
Picture = dict[str, Shape]


def _around(x: float, y: float, width: float, height: float) -> Box:
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def text_width(words: str, size: float, *, code: bool = False) -> float:
    """How wide a line is in the fonts of the films, or a little more.

    In the font of code Latin letters are half as wide as Chinese characters; in the other font each
    has its own width, here by a few classes.
    """
    return size * sum(0.5 if code and not is_wide(letter) else _width(letter) for letter in words)


def is_wide(letter: str) -> bool:
    """Whether it is as wide as high, as Chinese characters are and in these fonts a few signs."""
    return letter in "…“”‘’·×→—" or unicodedata.east_asian_width(letter) in "WF"


def _width(letter: str) -> float:
    if is_wide(letter):
        return 1.0
    for width, letters in WIDTHS:
        if letter in letters:
            return width
    return 0.74 if letter.isupper() else 0.6


def wrap(words: str, size: float, width: float) -> list[str]:
    """Break a sentence into lines; Chinese at any character, but none begins with punctuation."""
    lines = [""]
    for piece in _pieces(words):
        if text_width((lines[-1] + piece).rstrip(), size) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _pieces(words: str) -> list[str]:
    """What must stay in one line: Latin words with the blank before, single Chinese characters."""
    pieces: list[str] = []
    joins = True  # whether the next letter belongs to the last piece
    for letter in words:
        wide = is_wide(letter)
        closing = letter in "，。；：、！？）】”》"
        if pieces and (closing or (joins and not wide and letter != " ")):
            pieces[-1] += letter
        else:
            pieces.append(letter)
        joins = not wide or letter in "（【“《"
    return pieces


def faults(picture: Picture) -> list[str]:
    """What must not be: shapes beyond the edge, cells or words on top of each other or cut."""
    found = [
        f"{key} is not on the screen: {shape.box}"
        for key, shape in picture.items()
        if not shape.box.inside(SCREEN)
    ]
    solid = [(k, s.box) for k, s in picture.items() if isinstance(s, Cell | Text)]
    cards = [(k, s.box) for k, s in picture.items() if isinstance(s, Card)]
    for place, (key, box) in enumerate(solid):
        found += [f"{key} and {other} overlap" for other, b in solid[place + 1 :] if box.meets(b)]
        found += [
            f"{key} crosses the edge of {other}"
            for other, b in cards
            if box.meets(b) and not box.inside(b)
        ]
    for place, (key, box) in enumerate(cards):
        found += [f"{key} and {other} overlap" for other, b in cards[place + 1 :] if _cross(box, b)]
    return found


def _cross(one: Box, two: Box) -> bool:
    return one.meets(two) and not one.inside(two) and not two.inside(one)
