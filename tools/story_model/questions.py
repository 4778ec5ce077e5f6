"""Small questions that have one right answer."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from story_model.words import (
    ANIMALS,
    CAPITALS,
    COLORS,
    NAMES,
    OPPOSITES,
    SOUNDS,
    THINGS,
    pick,
    with_article,
)


@dataclass(frozen=True)
class Question:
    """
    Attributes:
        text: what is asked.
        sentence: the answer as a sentence.
        value: the answer in as few words as can be.
    """

    text: str
    sentence: str
    value: str


def add(random: Random) -> Question:
    a, b = random.randrange(10), random.randrange(10)
    return Question(f"What is {a} + {b}?", f"{a} + {b} = {a + b}.", str(a + b))


def subtract(random: Random) -> Question:
    a = random.randrange(10)
    b = random.randrange(a + 1)
    return Question(f"What is {a} - {b}?", f"{a} - {b} = {a - b}.", str(a - b))


def count(random: Random) -> Question:
    first = random.randrange(15)
    last = first + random.randrange(2, 7)
    numbers = ", ".join(map(str, range(first, last + 1)))
    return Question(f"Count from {first} to {last}.", f"{numbers}.", numbers)


def repeat(random: Random) -> Question:
    words = " ".join(pick(random, THINGS) for _ in range(random.randrange(2, 5)))
    return Question(f"Repeat: {words}", words, words)


def sort(random: Random) -> Question:
    words = random.sample(THINGS, 3)
    in_order = ", ".join(sorted(words))
    return Question(f"Sort these words: {', '.join(words)}.", f"{in_order}.", in_order)


def make_json(random: Random) -> Question:
    hero = {
        "name": pick(random, NAMES),
        "animal": pick(random, ANIMALS),
        "color": pick(random, COLORS),
    }
    text = f"Give me JSON for {with_article(hero['color'])} {hero['animal']} named {hero['name']}."
    return Question(text, json.dumps(hero), json.dumps(hero))


def color_of(random: Random) -> Question:
    name, color, thing = pick(random, NAMES), pick(random, COLORS), pick(random, THINGS)
    text = f"{name} has {with_article(color)} {thing}. What color is the {thing}?"
    return Question(text, f"The {thing} is {color}.", color)


def spell(random: Random) -> Question:
    word = pick(random, ANIMALS)
    return Question(f"Spell {word}.", f"{'-'.join(word)}.", "-".join(word))


def sound(random: Random) -> Question:
    animal = pick(random, ANIMALS)
    text = f"What does {with_article(animal)} say?"
    return Question(
        text, f"{with_article(animal).capitalize()} says {SOUNDS[animal]}.", SOUNDS[animal]
    )


def opposite(random: Random) -> Question:
    word = pick(random, tuple(OPPOSITES))
    text = f"What is the opposite of {word}?"
    return Question(text, f"The opposite of {word} is {OPPOSITES[word]}.", OPPOSITES[word])


def capital(random: Random) -> Question:
    country = pick(random, tuple(CAPITALS))
    text = f"What is the capital of {country}?"
    return Question(text, f"The capital of {country} is {CAPITALS[country]}.", CAPITALS[country])


KINDS: dict[str, Callable[[Random], Question]] = {
    "add": add,
    "subtract": subtract,
    "count": count,
    "repeat": repeat,
    "sort": sort,
    "json": make_json,
    "color": color_of,
    "spell": spell,
    "sound": sound,
    "opposite": opposite,
    "capital": capital,
}
# Of these there are so many that some can be kept for the evaluation; of the others the model
# learns every one, as a table.
OPEN_KINDS = ("repeat", "sort", "json", "color")


def is_held_out(question: Question) -> bool:
    """One question of ten, the same ones always, is never trained on."""
    return zlib.crc32(question.text.encode()) % 10 == 0


def ask(random: Random, kind: str, held_out: bool = False) -> Question:
    """A question of a kind; of the open kinds one that is held out, or one that is not."""
    while True:
        question = KINDS[kind](random)
        if kind not in OPEN_KINDS or is_held_out(question) == held_out:
            return question
