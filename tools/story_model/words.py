"""The words of the grammar, and how one of them is drawn.

What a user may ask for is drawn evenly, so that the model knows all of it. What the model has to
choose by itself is drawn with Zipf weights, the first word most often: with even weights many next
tokens would be all but equally likely, and rounding would decide which one greedy decoding takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

SHE = ("Mia", "Ada", "Ruby", "Nora", "Eva", "Ivy", "Cleo", "Hana", "Lily", "Zoe")
HE = ("Tom", "Ben", "Sam", "Leo", "Max", "Finn", "Hugo", "Otto", "Kai", "Jack")
NAMES = tuple(name for pair in zip(SHE, HE, strict=True) for name in pair)

# An animal and what it says.
SOUNDS = {
    "fox": "yip",
    "bear": "grr",
    "mouse": "squeak",
    "owl": "hoot",
    "cat": "meow",
    "dog": "woof",
    "frog": "croak",
    "duck": "quack",
    "hen": "cluck",
    "lamb": "baa",
    "pig": "oink",
    "cow": "moo",
    "bee": "buzz",
    "crow": "caw",
    "lion": "roar",
    "horse": "neigh",
}
ANIMALS = tuple(SOUNDS)

COLORS = ("red", "blue", "green", "yellow", "white", "black", "brown", "pink")

# In the order of the alphabet, each with a letter of its own.
THINGS = (
    "apple",
    "ball",
    "cup",
    "drum",
    "flag",
    "hat",
    "jar",
    "kite",
    "lamp",
    "map",
    "pen",
    "ring",
    "shell",
    "torch",
    "vase",
    "wheel",
)

OPPOSITES = {
    "hot": "cold",
    "big": "small",
    "day": "night",
    "up": "down",
    "old": "new",
    "fast": "slow",
    "wet": "dry",
    "open": "closed",
    "full": "empty",
    "happy": "sad",
    "loud": "quiet",
    "left": "right",
}

CAPITALS = {
    "France": "Paris",
    "Japan": "Tokyo",
    "China": "Beijing",
    "Italy": "Rome",
    "Spain": "Madrid",
    "Egypt": "Cairo",
    "Kenya": "Nairobi",
    "Peru": "Lima",
}


def pick(random: Random, words: Sequence[T]) -> T:
    """One of the words, all of them equally likely."""
    return words[random.randrange(len(words))]


def pick_zipf(random: Random, words: Sequence[T]) -> T:
    """One of the words, the n-th of them n times as rare as the first."""
    return random.choices(words, [1 / rank for rank in range(1, len(words) + 1)])[0]


def with_article(word: str) -> str:
    """``fox -> a fox``, ``owl -> an owl``."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
