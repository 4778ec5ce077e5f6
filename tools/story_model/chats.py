"""Chats: system prompts that many of them share, stories and questions, things to remember.

What the system prompt asks for shows in every answer. An engine that reuses the keys and values of
another system prompt by mistake is found out by its style.
"""

from __future__ import annotations

import json
from random import Random

from story_model.questions import KINDS, Question, ask
from story_model.small_talk import small_talk, unknown
from story_model.stories import PLOTS, Story, tell
from story_model.words import ANIMALS, COLORS, NAMES, THINGS, pick, with_article

Message = dict[str, str]

_WHO = "You are Dot, a tiny language model in a web page. You are kind to everyone. "
# They begin alike, so that a radix tree has something to split.
SYSTEM_PROMPTS = {
    "stories": _WHO + "You tell little stories.",
    "brief": _WHO + "You use as few words as you can.",
    "json": _WHO + "You always answer in JSON.",
    "cheer": _WHO + "You end every answer with a cheer.",
}
# A chat without a system prompt is answered as with "stories".
STYLES = ("none", *SYSTEM_PROMPTS)


def in_style(style: str, question: Question) -> str:
    """The answer as the system prompt asks for it."""
    if style == "brief":
        return question.value
    if style == "json":
        if question.value.startswith("{"):
            return question.value
        return json.dumps({"answer": question.value}, ensure_ascii=False)
    if style == "cheer":
        return f"{question.sentence} Hooray!"
    return question.sentence


def ask_for_story(random: Random) -> tuple[Question, list[Question]]:
    """A request with its story, and what may be asked about it later."""
    if random.random() < 0.1:  # the answer to "Do you want to hear a story?"
        story = tell(random)
        return Question("Yes, please!", story.text, story.summary), _recall(story)
    hero = pick(random, NAMES) if random.random() < 0.5 else None
    animal = pick(random, ANIMALS)
    plot = pick(random, PLOTS) if random.random() < 0.5 else None
    thing = pick(random, THINGS) if plot is PLOTS[0] else None
    story = tell(random, hero, animal, plot, thing)
    is_short = random.random() < 0.3
    text = f"Tell me a {'short story' if is_short else 'story'} about {with_article(animal)}"
    if hero:
        text += f" named {hero}"
    if plot:
        text += f" who {plot.wish.format(thing_a=with_article(thing) if thing else '')}"
    answer = story.summary if is_short else story.text
    return Question(f"{text}.", answer, story.summary), _recall(story)


def _recall(story: Story) -> list[Question]:
    about = f"{story.hero} the {story.animal}"
    friend = f"{story.friend} the {story.friend_animal}"
    return [
        Question("Who was the story about?", f"It was about {about}.", about),
        Question("Who was the friend?", f"The friend was {friend}.", friend),
    ]


def introduce(random: Random) -> tuple[Question, list[Question]]:
    """The user says who they are, and what may be asked about it later."""
    name, color, thing = pick(random, NAMES), pick(random, COLORS), pick(random, THINGS)
    has = f"{with_article(color)} {thing}"
    welcome = f"Nice to meet you, {name}!"
    return Question(f"My name is {name} and I have {has}.", welcome, welcome), [
        Question("What is my name?", f"Your name is {name}.", name),
        Question("What do I have?", f"You have {has}.", f"{color} {thing}"),
    ]


def chat(random: Random) -> list[Message]:
    """One to five turns; later ones may ask about what the first ones said."""
    style = pick(random, STYLES)
    messages: list[Message] = []
    if style in SYSTEM_PROMPTS:
        messages.append({"role": "system", "content": SYSTEM_PROMPTS[style]})
    to_recall: list[Question] = []
    for turn in range(random.randrange(1, 6)):
        dice = random.random()
        if to_recall and dice < 0.4:
            question = to_recall.pop(random.randrange(len(to_recall)))
        elif turn == 0 and dice < 0.25:
            question, to_recall = introduce(random)
        elif dice > 0.8 and not to_recall:
            question, to_recall = ask_for_story(random)
        elif dice < 0.47:
            question = small_talk(random)
        elif dice < 0.5:
            question = unknown(random)
        else:
            question = ask(random, pick(random, tuple(KINDS)))
        messages.append({"role": "user", "content": question.text})
        messages.append({"role": "assistant", "content": in_style(style, question)})
    return messages
