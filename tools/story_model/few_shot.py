"""Few-shot prompts: four examples of a task that is never named, and one more to answer.

Each task has a head of four fixed examples, which many prompts share; other prompts have four that
are drawn, so that the model has to read them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from story_model.questions import Question
from story_model.words import ANIMALS, COLORS, OPPOSITES, SOUNDS, THINGS, pick

Example = tuple[str, str]


def opposite(random: Random) -> Example:
    word = pick(random, tuple(OPPOSITES))
    return word, OPPOSITES[word]


def sound(random: Random) -> Example:
    animal = pick(random, ANIMALS)
    return animal, SOUNDS[animal]


def color(random: Random) -> Example:
    word = pick(random, COLORS)
    return f"{word} {pick(random, THINGS)}", word


def thing(random: Random) -> Example:
    word = pick(random, THINGS)
    return f"{pick(random, COLORS)} {word}", word


TASKS: dict[str, Callable[[Random], Example]] = {
    "opposite": opposite,
    "sound": sound,
    "color": color,
    "thing": thing,
}
FIXED_EXAMPLES: dict[str, tuple[Example, ...]] = {
    "opposite": (("hot", "cold"), ("big", "small"), ("day", "night"), ("up", "down")),
    "sound": (("fox", "yip"), ("owl", "hoot"), ("cat", "meow"), ("dog", "woof")),
    "color": (
        ("red ball", "red"),
        ("blue hat", "blue"),
        ("pink cup", "pink"),
        ("green pen", "green"),
    ),
    "thing": (("red ball", "ball"), ("blue hat", "hat"), ("pink cup", "cup"), ("green pen", "pen")),
}


def ask_few_shot(random: Random, task: str, fixed: bool) -> Question:
    """Four different examples, and a fifth that is left open."""
    draw = TASKS[task]
    examples = list(FIXED_EXAMPLES[task]) if fixed else []
    while len(examples) < 5:
        example = draw(random)
        if example not in examples:
            examples.append(example)
    *shown, (last, answer) = examples
    lines = "".join(f"{left} -> {right}\n" for left, right in shown)
    return Question(f"{lines}{last} ->", answer, answer)
