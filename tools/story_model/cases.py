"""What the evaluation asks: prompts with the one answer that is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from story_model.chats import (
    SYSTEM_PROMPTS,
    Message,
    ask_for_story,
    in_style,
    introduce,
)
from story_model.few_shot import TASKS, ask_few_shot
from story_model.questions import KINDS, Question, ask
from story_model.small_talk import small_talk, unknown
from story_model.words import pick


@dataclass(frozen=True)
class Case:
    """
    Attributes:
        group: the line of the report that it belongs to.
        messages: the chat so far, the user's question last.
        expected: the right answer.
    """

    group: str
    messages: list[Message]
    expected: str


def one_turn(group: str, question: Question, style: str = "none") -> Case:
    messages = [{"role": "system", "content": SYSTEM_PROMPTS[style]}] if style != "none" else []
    messages.append({"role": "user", "content": question.text})
    return Case(group, messages, in_style(style, question))


def recall(random: Random, group: str, first: tuple[Question, list[Question]]) -> Case:
    """A first turn, one or two others, and a question about the first."""
    question, later = first
    asked = [question, *(ask(random, pick(random, tuple(KINDS))) for _ in range(1, 3))]
    last = pick(random, later)
    messages = []
    for turn in asked:
        messages.append({"role": "user", "content": turn.text})
        messages.append({"role": "assistant", "content": turn.sentence})
    messages.append({"role": "user", "content": last.text})
    return Case(group, messages, last.sentence)


def cases(count: int, seed: int) -> Iterator[Case]:
    """``count`` cases of each group; of the open kinds only questions that are held out."""
    random = Random(seed)
    for _ in range(count):
        for kind in KINDS:
            yield one_turn(f"question: {kind}", ask(random, kind, held_out=True))
        for style in SYSTEM_PROMPTS:
            question = ask(random, pick(random, tuple(KINDS)), held_out=True)
            yield one_turn(f"system prompt: {style}", question, style)
        yield one_turn("small talk", small_talk(random))
        yield one_turn("not known", unknown(random))
        for task in TASKS:
            for fixed in (True, False):
                examples = "fixed" if fixed else "drawn"
                yield one_turn(f"few-shot: {task}, {examples}", ask_few_shot(random, task, fixed))
        yield recall(random, "recall: introduction", introduce(random))
        yield recall(random, "recall: story", ask_for_story(random))
