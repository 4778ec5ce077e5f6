"""Little stories: eight plots, each told in some sentences or in one.

A request may name the hero, the animal and the plot; the rest is drawn. Where no plot is asked for,
each animal has its favourite one, so that greedy decoding tells more than one story.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from story_model.words import (
    ANIMALS,
    COLORS,
    NAMES,
    SHE,
    THINGS,
    pick_zipf,
    with_article,
)


@dataclass(frozen=True)
class Plot:
    """What happens, as templates over the fields of ``_fill``.

    Attributes:
        wish: how a request names the plot: ``Tell me a story about a fox who …``.
        sentences: the whole story after its opening.
        summary: the story in one sentence, without quotation marks.
    """

    wish: str
    sentences: tuple[str, ...]
    summary: str


PLOTS = (
    Plot(
        "lost {thing_a}",
        (
            "{hero} had {color_a} {thing} and took it everywhere.",
            "One {weather} morning the {thing} was gone.",
            "{He} looked under the bed and behind the door, but it was not there.",
            "Then {friend} the {friend_animal} came down the path.",
            '"I found this {thing} {place}," said {friend}. "Is it yours?"',
            '"Yes! Thank you," said {hero}, and gave {friend} some {food}.',
        ),
        "{hero} the {animal} lost {color_a} {thing}, and {friend} the {friend_animal} found it "
        "{place}.",
    ),
    Plot(
        "wanted to fly",
        (
            "{hero} wanted to fly like a bird.",
            "{He} made two wings from {color_a} blanket and jumped off a rock.",
            "Bump! {He} landed in a heap of leaves.",
            "{friend} the {friend_animal} laughed, and then {hero} laughed too.",
            '"You cannot fly," said {friend}, "but how well you jump!"',
            "From that day on they jumped over every puddle {place}.",
        ),
        "{hero} the {animal} wanted to fly, fell into a heap of leaves, and laughed about it with "
        "{friend} the {friend_animal}.",
    ),
    Plot(
        "was afraid of the dark",
        (
            "Every night {hero} kept {color_a} lamp next to the bed.",
            "One {weather} night the lamp went out.",
            '"Oh no," said {hero}. "Now I cannot sleep."',
            "{friend} the {friend_animal} sat down beside {him} and pointed at the sky.",
            '"Look, the dark is full of stars," said {friend}.',
            "They counted the stars until {hero} fell asleep.",
        ),
        "{hero} the {animal} was afraid of the dark, until {friend} the {friend_animal} showed "
        "{him} the stars.",
    ),
    Plot(
        "did not want to share",
        (
            "{hero} and {friend} the {friend_animal} found {color_a} {thing} {place}.",
            '"It is mine," said {hero}.',
            '"No, I saw it first," said {friend}.',
            "They pulled and pulled until the {thing} broke.",
            '"I am sorry," said {hero}. "Let us mend it together."',
            "They worked all day, and then they shared the {thing} for ever.",
        ),
        "{hero} the {animal} did not want to share {color_a} {thing} with {friend} the "
        "{friend_animal}, so it broke, and they mended it together.",
    ),
    Plot(
        "built a boat",
        (
            "{hero} built a small boat and painted it {color}.",
            "{He} took some {food} and went out on the water.",
            "Soon a {weather} wind came up, and the boat began to turn.",
            '"Help!" called {hero}.',
            "{friend} the {friend_animal} threw {him} a rope and pulled the boat to the land.",
            '"Next time we go together," said {friend}.',
        ),
        "{hero} the {animal} built {color_a} boat, and {friend} the {friend_animal} pulled {him} "
        "out of the wind.",
    ),
    Plot(
        "helped a friend",
        (
            "{hero} was bored and asked {friend} the {friend_animal} to play.",
            '"I have no time," said {friend}. "I must carry {food} home for the winter."',
            '"Then I will help you," said {hero}.',
            "They filled {color_a} basket before the sun went down.",
            "When the snow came, they ate the {food} together.",
        ),
        "{hero} the {animal} helped {friend} the {friend_animal} to carry {food} home, and in the "
        "winter they ate it together.",
    ),
    Plot(
        "got lost",
        (
            "{hero} went out to look for {food} {place}.",
            "It was {weather}, and soon {he} did not know the way home.",
            "{He} sat down and began to cry.",
            "{friend} the {friend_animal} heard {him} and brought {color_a} lamp.",
            '"Do not worry," said {friend}. "I know every path here."',
            "They walked home together and ate by the fire.",
        ),
        "{hero} the {animal} got lost {place}, and {friend} the {friend_animal} brought {him} "
        "home.",
    ),
    Plot(
        "had a birthday",
        (
            "It was a {weather} day, and {hero} had a birthday.",
            "{He} waited and waited, but nobody came.",
            "In the evening {he} heard a noise {place}.",
            "There stood {friend} the {friend_animal} with {color_a} {thing} and some {food}.",
            '"We all forgot the day, but not you," said {friend}.',
            "They danced until the moon went down.",
        ),
        "{hero} the {animal} had a birthday, and {friend} the {friend_animal} brought {him} "
        "{color_a} {thing}.",
    ),
)

OPENINGS = (
    "Once upon a time there was {adjective_a} {animal} named {hero}.",
    "There once was {adjective_a} {animal} called {hero}.",
    "{hero} was {adjective_a} {animal} who lived {place}.",
)
ENDINGS = (
    "The end.",
    "And they were friends for ever.",
    "{hero} smiled and went to sleep.",
)
ADJECTIVES = ("little", "kind", "shy", "brave", "clever", "funny")
WEATHERS = ("cold", "windy", "warm", "rainy", "sunny")
PLACES = ("by the river", "in the garden", "on the hill", "at the lake", "near the old mill")
FOODS = ("bread", "honey", "soup", "nuts", "berries")


@dataclass(frozen=True)
class Story:
    """A story's people, its whole text, and its text in one sentence."""

    hero: str
    animal: str
    friend: str
    friend_animal: str
    text: str
    summary: str


def favourite_plot(animal: str) -> Plot:
    """The plot that an animal is in, unless another one is asked for."""
    return PLOTS[ANIMALS.index(animal) % len(PLOTS)]


def tell(
    random: Random,
    hero: str | None = None,
    animal: str | None = None,
    plot: Plot | None = None,
    thing: str | None = None,
) -> Story:
    """A story about what is given; the rest is drawn with Zipf weights."""
    hero = hero or pick_zipf(random, NAMES)
    animal = animal or pick_zipf(random, ANIMALS)
    friend = pick_zipf(random, [name for name in NAMES if name != hero])
    friend_animal = pick_zipf(random, [other for other in ANIMALS if other != animal])
    plot = plot or favourite_plot(animal)
    thing = thing or pick_zipf(random, THINGS)
    color = pick_zipf(random, COLORS)
    is_she = hero in SHE
    words = {
        "hero": hero,
        "animal": animal,
        "friend": friend,
        "friend_animal": friend_animal,
        "thing": thing,
        "color": color,
        "color_a": with_article(color),
        "adjective_a": with_article(pick_zipf(random, ADJECTIVES)),
        "weather": pick_zipf(random, WEATHERS),
        "place": pick_zipf(random, PLACES),
        "food": pick_zipf(random, FOODS),
        "he": "she" if is_she else "he",
        "He": "She" if is_she else "He",
        "him": "her" if is_she else "him",
    }
    sentences = (pick_zipf(random, OPENINGS), *plot.sentences, pick_zipf(random, ENDINGS))
    return Story(
        hero=hero,
        animal=animal,
        friend=friend,
        friend_animal=friend_animal,
        text=" ".join(sentences).format(**words),
        summary=plot.summary.format(**words),
    )
